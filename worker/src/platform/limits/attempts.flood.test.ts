import { describe, expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  good,
  mailedCode,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../testing/accounts.ts'
import { newAddress } from '../../testing/new-address.ts'
import { newBookkeeper, unique } from '../../testing/portal.ts'

const from = (address: string) => ({ 'cf-connecting-ip': address })
const signIn = (email: string, password: string) =>
  post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, from(newAddress()))

/** Expects a refusal. @param hasWayIn whether the account's owner gets a link. @returns the wait in seconds */
async function slowedDown(response: Response, hasWayIn = false): Promise<number> {
  const { title, detail } = await refused(response.clone(), 'too_many_requests')
  expect(title).toBe('Too many attempts')
  expect(detail).toMatch(/^Too many attempts\. Please try again in (1 second|\d+ seconds|1 minute|\d+ minutes)\./)
  expect(detail.endsWith('a link that we have emailed ends the wait.')).toBe(hasWayIn)
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(((await response.json()) as { retry_after: number }).retry_after).toBe(seconds)
  return seconds
}

describe('failed sign-ins', () => {
  it('are slowed down after ten, for unknown accounts too, and never blocked permanently', async () => {
    const nobody = `${unique('nobody')}@example.com`
    for (let i = 0; i < 10; i++) await refused(signIn(nobody, 'wrong-one'), 'invalid_credentials')
    const wait = await slowedDown(await signIn(nobody, 'wrong-one'), true)
    expect(wait).toBeLessThanOrEqual(2)
    // Retrying does not lengthen the wait. The next failure after it doubles it.
    for (let i = 0; i < 5; i++)
      expect(await slowedDown(await signIn(nobody, 'wrong-one'), true)).toBeLessThanOrEqual(wait)
    await expect.poll(async () => (await signIn(nobody, 'wrong-one')).status, { interval: 200 }).toBe(401)
    const next = await slowedDown(await signIn(nobody, 'wrong-one'), true)
    expect(next).toBeGreaterThan(wait)
    expect(next).toBeLessThanOrEqual(4)
  })

  it('are counted together in every spelling, at both portals, and whatever a proxy header says', async () => {
    const { email } = await registered()
    const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('example', 'EXAMPLE')]
    const answers = Array.from({ length: 40 }, (_, i) => {
      const portal = i % 2 ? 'client' : 'bookkeeper'
      const forwarded = {
        'x-forwarded-for': `10.0.0.${i}`,
        'x-real-ip': `10.0.1.${i}`,
        'true-client-ip': `10.0.2.${i}`,
      }
      const guess = { email: spellings[i % 4], password: 'wrong-one', portal }
      return post('/api/auth/sign-in', guess, { ...from(newAddress()), ...forwarded })
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
    // One attempt becomes possible again while the test runs.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11)
  })

  it('are forgotten when the password is correct or was reset', async () => {
    const { email, password } = await registered()
    for (let i = 0; i < 9; i++) await signIn(email, 'wrong-one')
    await good(signIn(email, password))
    for (let i = 0; i < 10; i++) await refused(signIn(email, 'wrong-one'), 'invalid_credentials')
    await slowedDown(await signIn(email, password), true)
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
    await good(signIn(email, 'brand-new'))
  })
})

describe('a known browser of the account', () => {
  it('signs in while strangers fail, from any network', async () => {
    const { email, password } = await registered()
    const own = newDevice()
    const enter = (secret: string, headers: Record<string, string>) =>
      post(
        '/api/auth/sign-in',
        { email, password: secret, portal: 'bookkeeper' },
        { ...from(newAddress()), ...headers },
      )
    await good(enter(password, own))
    const strangers = Array.from({ length: 12 }, () => enter('wrong-one', newDevice()))
    await good(enter(password, own))
    const statuses = (await Promise.all(strangers)).map((a) => a.status)
    expect([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length]).toEqual([10, 2])
    // The known browser has its own limit, in case it is stolen.
    const thief = await Promise.all(Array.from({ length: 12 }, () => enter('wrong-one', own)))
    expect(thief.filter((a) => a.status === 429)).toHaveLength(2)
  })

  it('gets links and codes while strangers request them', async () => {
    const { email, password } = await registered()
    const own = newDevice()
    await good(post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, own))
    const ask = (headers: Record<string, string>) => post('/api/auth/password/reset-request', { email }, headers)
    const strangers = await Promise.all(Array.from({ length: 7 }, () => ask(newDevice())))
    expect(strangers.filter((a) => a.status === 429)).toHaveLength(2)
    await good(ask(own))
  })
})

describe('requests for codes and links', () => {
  it('are slowed down after five', async () => {
    const { email } = await newRecord(await newBookkeeper())
    const ask = () => post('/api/auth/client/code', { email, purpose: 'signup' })
    for (let i = 0; i < 5; i++) await good(ask())
    expect(await slowedDown(await ask(), true)).toBeLessThanOrEqual(30)
    const request = () => post('/api/auth/password/reset-request', { email: `${email}.org` })
    for (let i = 0; i < 5; i++) await good(request())
    expect(await slowedDown(await request(), true)).toBeLessThanOrEqual(30)
  })

  it('are counted before the response reveals anything about the address', async () => {
    const email = `${unique('nobody')}@example.com`
    const ask = () => post('/api/auth/client/code', { email, purpose: 'signup' })
    for (let i = 0; i < 5; i++) await refused(ask(), 'email_not_registered')
    await slowedDown(await ask(), true)
  })
})

it('slows down wrong codes across all codes of an address and browser', async () => {
  const { email } = await newRecord(await newBookkeeper())
  const check = (code: string) => post('/api/auth/client/code/check', { email, purpose: 'signup', code })
  let code = ''
  for (const than of [0, 1]) {
    code = await mailedCode(email, 'signup', than)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) await refused(check(wrong), 'invalid_code')
  }
  await slowedDown(await check(code))
})

it('slows down a network that tries many accounts, and not its neighbors', async () => {
  const own = newAddress()
  const email = () => `${unique('nobody')}@example.com`
  const ask = (address: string) => post('/api/auth/password/reset-request', { email: email() }, from(address))
  const answers = await Promise.all(Array.from({ length: 110 }, () => ask(own)))
  const refusals = answers.filter((a) => a.status === 429)
  expect(refusals.length).toBeGreaterThan(0)
  expect(answers.filter((a) => a.ok).length).toBeGreaterThanOrEqual(100)
  // Attempts become possible again while the test runs, one at a time.
  const neighbor = own.replace('::1', '::2')
  const more = await Promise.all(Array.from({ length: 10 }, () => ask(neighbor)))
  const refusal = more.find((a) => a.status === 429)
  if (!refusal) throw new Error('not slowed down')
  await slowedDown(refusal)
  await good(ask(newAddress()))
})

it('slows down a site that tries links from many networks, and no other site', async () => {
  const site = newAddress()
  const networks = Array.from({ length: 600 }, (_, i) => site.replace('::1', `:${i.toString(16)}::1`))
  const check = (address: string) => post('/api/auth/invitation/check', { token: 'none' }, from(address))
  const answers: Response[] = []
  // Not all at once: what a busy portal refuses is sent again, and counts again.
  while (networks.length > 0)
    answers.push(...(await Promise.all(networks.splice(0, 20).map((address) => check(address)))))
  const refusal = answers.findIndex((a) => a.status === 429)
  expect(refusal).toBeGreaterThan(400)
  await slowedDown(answers[refusal] ?? new Response())
  await refused(check(newAddress()), 'invalid_link')
})

it('accepts the sign-ups and sign-ins of a busy office', async () => {
  const client = await signedUpClient(await newBookkeeper())
  for (let i = 0; i < 15; i++) {
    await good(post('/api/auth/sign-in', { email: client.email, password: CLIENT_PASSWORD, portal: 'client' }))
  }
  for (let i = 0; i < 6; i++) await good(post('/api/auth/sign-up', newSignUp()))
})

it('slows down a network that tries many links and invitations', async () => {
  const own = newAddress()
  const paths = ['confirm', 'password/reset', 'invitation/check', 'invitation/accept', 'client/password']
  const body = (i: number) => ({ token: `no-${i}`, setup_token: `no-${i}`, password: 'fine-password-1' })
  const tries = await Promise.all(
    Array.from({ length: 110 }, (_, i) => post(`/api/auth/${paths[i % 5] ?? ''}`, body(i), from(own))),
  )
  expect(new Set(tries.map((t) => t.status))).toEqual(new Set([400, 401, 429]))
  // Attempts become possible again while the test runs.
  for (const path of paths)
    await expect.poll(async () => (await post(`/api/auth/${path}`, body(0), from(own))).status).toBe(429)
  await refused(post('/api/auth/invitation/accept', body(0), from(newAddress())), 'invalid_link')
})

it('slows down exports and archives per bookkeeper', async () => {
  const bookkeeper = await newBookkeeper()
  const one = () => bookkeeper.fetch('/api/clients/export')
  const answers = await Promise.all(Array.from({ length: 40 }, one))
  const refusals = answers.filter((a) => a.status === 429)
  expect(answers.filter((a) => a.status === 200).length).toBeGreaterThanOrEqual(30)
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) await slowedDown(refusal)
  const archive = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client: bookkeeper.userId }),
  }
  await slowedDown(await bookkeeper.fetch('/api/downloads', archive))
  await slowedDown(await bookkeeper.fetch('/api/audit/export'))
  expect((await (await newBookkeeper()).fetch('/api/clients/export')).status).toBe(200)
})
