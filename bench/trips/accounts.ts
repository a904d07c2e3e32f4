import { createHmac } from 'node:crypto'
import { cookiesOf, inLink, mailTo, type Caller } from './caller.ts'

/** Signing up, in and out, second factors, providers: everything under /api/auth. */

export const PASSWORD = 'correct-horse-7'
interface Session {
  access_token: string
  session_id: string
}
interface Challenge {
  factor_id: string
  challenge: string
}

/** A bookkeeper who has signed up and confirmed. @returns the access token */
export async function newBookkeeper(caller: Caller, email: string): Promise<string> {
  await caller.ask('POST /api/auth/sign-up', {
    body: { name: 'Bea Bookkeeper', email, password: PASSWORD, company: 'Bea & Co', timeZone: 'Europe/Berlin' },
  })
  const mail = await mailTo(caller, email, 'Confirm')
  await caller.ask('POST /api/auth/confirm', { body: { token: inLink(mail, 'confirm') } })
  return (await signIn(caller, email, 'bookkeeper')).access_token
}

/** Signs in where no second factor is due. */
export const signIn = (
  caller: Caller,
  email: string,
  portal: 'bookkeeper' | 'client',
  password = PASSWORD,
): Promise<Session> => caller.json<Session>('POST /api/auth/sign-in', { body: { email, password, portal } })

/** Sets the password of an invited client. @returns the access token */
export async function acceptInvitation(caller: Caller, email: string): Promise<string> {
  const mail = await mailTo(caller, email, 'invite')
  const token = inLink(mail, 'token')
  await caller.ask('POST /api/auth/invitation/check', { body: { token } })
  await caller.ask('POST /api/auth/invitation/accept', {
    body: { token, password: PASSWORD, timeZone: 'Europe/Paris' },
  })
  return (await signIn(caller, email, 'client')).access_token
}

/** Signs a client up, and gives them a new password, by codes. */
export async function byCode(caller: Caller, email: string): Promise<void> {
  // A code is good in the browser that asked for it.
  const headers = { cookie: `portal_device=${'d'.repeat(43)}` }
  for (const purpose of ['signup', 'recovery'] as const) {
    await caller.ask('POST /api/auth/client/code', { body: { email, purpose }, headers })
    const mail = await mailTo(caller, email, purpose === 'signup' ? 'verification code' : 'reset code')
    const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? ''
    const { setup_token } = await caller.json('POST /api/auth/client/code/check', {
      body: { email, purpose, code },
      headers,
    })
    await caller.ask('POST /api/auth/client/password', {
      body: { setup_token, password: PASSWORD, timeZone: 'Europe/Paris' },
      headers,
    })
  }
}

/** Sessions and passwords of somebody who is signed in. */
export async function sessions(caller: Caller, email: string): Promise<void> {
  const answer = await caller.ask('POST /api/auth/sign-in', {
    body: { email, password: PASSWORD, portal: 'bookkeeper' },
  })
  const { access_token: token } = (await answer.json()) as Session
  const other = await signIn(caller, email, 'bookkeeper')
  await caller.ask('GET /api/auth/role', { token })
  await caller.ask('GET /api/auth/sessions', { token })
  await caller.ask('DELETE /api/auth/sessions/{id}', { token, of: { id: other.session_id } })
  await caller.ask('POST /api/auth/sessions/end-others', { token })
  await caller.ask('POST /api/auth/password/change', {
    token,
    body: { current_password: PASSWORD, new_password: `${PASSWORD}!` },
  })
  const refreshed = await caller.ask('POST /api/auth/refresh', {
    headers: { cookie: cookiesOf(answer), 'idempotency-key': crypto.randomUUID() },
  })
  await caller.ask('POST /api/auth/sign-out', { headers: { cookie: cookiesOf(refreshed) } })
  await caller.ask('POST /api/auth/password/reset-request', { body: { email } })
  const mail = await mailTo(caller, email, 'Set a new password')
  await caller.ask('POST /api/auth/password/reset', { body: { token: inLink(mail, 'reset'), password: PASSWORD } })
}

/** What an authenticator app shows `ahead` steps from now (RFC 6238); each code is taken once, and the one before and after the present one are. */
function codeOf(secret: string, ahead: number): string {
  const bits = Array.from(secret.replace(/=+$/, ''), (c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Turns two-step verification on, signs in with it, and turns it off. */
export async function factors(caller: Caller, email: string): Promise<void> {
  const { access_token: token } = await signIn(caller, email, 'bookkeeper')
  const body = { password: PASSWORD }
  const { id = '', secret = '' } = await caller.json('POST /api/auth/factors', { token, body })
  const { challenge } = await caller.json('POST /api/auth/factors/{id}/challenge', { token, of: { id }, body: {} })
  await caller.ask('POST /api/auth/factors/{id}/verify', { of: { id }, body: { challenge, code: codeOf(secret, -1) } })
  await caller.ask('GET /api/auth/factors', { token })
  const renewed = await caller.json<{ recovery_codes: string[] }>('POST /api/auth/factors/recovery-codes', {
    token,
    body: { ...body, code: codeOf(secret, 0) },
  })
  const due = await caller.json<{ second_factor: Challenge }>('POST /api/auth/sign-in', {
    body: { email, password: PASSWORD, portal: 'bookkeeper' },
  })
  await caller.ask('POST /api/auth/factors/{id}/verify', {
    of: { id },
    body: { challenge: due.second_factor.challenge, code: codeOf(secret, 1) },
  })
  await caller.ask('DELETE /api/auth/factors/{id}', {
    token,
    of: { id },
    body: { ...body, code: renewed.recovery_codes[0] },
  })
}

/** Cookies by host: as much of a browser as signing in through a provider takes. */
class Jar {
  private readonly cookies = new Map<string, string>()
  keep(url: URL, response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value) this.cookies.set(`${url.host} ${name}`, value)
      else this.cookies.delete(`${url.host} ${name}`)
    }
    return response
  }
  for(url: URL): Record<string, string> {
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${url.host} `))
    return { cookie: own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ') }
  }
}

async function through(caller: Caller, login: string): Promise<Record<string, string>> {
  const jar = new Jar()
  const own = new URL(caller.url)
  const started = jar.keep(own, await caller.ask('GET /api/auth/oauth/{provider}/start', { of: { provider: 'oidc' } }))
  let url = new URL(started.headers.get('location') ?? '', own)
  while (!url.pathname.endsWith('/callback')) {
    const form = url.pathname.startsWith('/interaction/')
      ? { method: 'POST', body: new URLSearchParams({ prompt: 'login', login, password: 'x' }) }
      : {}
    const response = jar.keep(url, await fetch(url, { ...form, redirect: 'manual', headers: jar.for(url) }))
    const next = response.headers.get('location')
    if (next === null) throw new Error(`the provider answered ${response.status}`)
    url = new URL(next, url)
  }
  const query = Object.fromEntries(url.searchParams)
  jar.keep(
    own,
    await caller.ask('GET /api/auth/oauth/{provider}/callback', {
      of: { provider: 'oidc' },
      query,
      headers: jar.for(own),
    }),
  )
  return jar.for(own)
}

/** Signs in through a provider: as somebody new, and linked to an account that is there. */
export async function providers(caller: Caller, known: string): Promise<void> {
  await caller.ask('GET /api/auth/oauth/providers')
  const { access_token: token } = await caller.json('POST /api/auth/oauth/finish', {
    headers: await through(caller, 'olive@example.com'),
    body: {},
  })
  await caller.ask('GET /api/auth/oauth/identities', { token: token ?? '' })
  const headers = await through(caller, `twin as ${known}`)
  await caller.ask('POST /api/auth/oauth/finish', { headers, body: {} })
  const session = await caller.json('POST /api/auth/oauth/link', { headers, body: { password: PASSWORD } })
  const { identities } = await caller.json<{ identities: { id: string }[] }>('GET /api/auth/oauth/identities', {
    token: session['access_token'] ?? '',
  })
  await caller.ask('DELETE /api/auth/oauth/identities/{id}', {
    token: session['access_token'] ?? '',
    of: { id: identities[0]?.id ?? '' },
    body: { password: PASSWORD },
  })
}
