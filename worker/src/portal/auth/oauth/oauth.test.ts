import type { Session } from '@portal/contract/auth'
import type { SecondFactorRequired } from '@portal/contract/factors'
import type { Identities, LinkRequired } from '@portal/contract/oauth'
import { describe, expect, inject, it } from 'vitest'
import {
  good,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import { Browser } from '../../../testing/browser.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { rows as select } from '../../../testing/work.ts'
import { appCode, bearer, del, enrolled, signedIn, verify } from '../../../testing/factors.ts'
import { db, insert, mailsTo, newBookkeeper, portalUrl, stranger, textOf, unique } from '../../../testing/portal.ts'

const newAddress = (): string => `${unique('olive')}@example.com`
const finish = (browser: Browser, timeZone = 'Europe/Lisbon') => browser.post('/api/auth/oauth/finish', { timeZone })
const search = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams)
const identitiesOf = (session: Session) =>
  good<Identities>(stranger.fetch('/api/auth/oauth/identities', { headers: bearer(session) }))
const accountsOf = async (email: string) =>
  (await db.execute({ sql: 'SELECT * FROM auth_users WHERE email = ?', args: [email] })).rows

/** Signs a new user up through the provider. */
async function newcomer(email = newAddress()) {
  const browser = new Browser()
  await browser.through(email)
  return { browser, email, session: await good<Session>(finish(browser)) }
}

describe('starting a sign-in through a provider', () => {
  it('is offered when the provider is configured', async () => {
    expect(await good(stranger.fetch('/api/auth/oauth/providers'))).toEqual({
      providers: [{ id: 'oidc', name: 'Ledger ID' }],
      sign_up: 'open',
    })
    const response = await new Browser().fetch('/api/auth/oauth/google/start?next=/clients')
    expect(search(Browser.location(response, portalUrl))).toEqual({ oauth_error: 'unavailable', next: '/clients' })
  })

  it('sends state, nonce and a challenge, and keeps the secrets in an HttpOnly cookie', async () => {
    const browser = new Browser()
    const response = await browser.fetch('/api/auth/oauth/oidc/start?next=%2Fclients')
    const url = Browser.location(response, portalUrl)
    expect(url.origin).toBe(inject('issuerUrl'))
    expect(search(url)).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${portalUrl}/api/auth/oauth/oidc/callback`,
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^portal_oauth_[0-9a-f]{12}=v1\./)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=600'])
      expect(cookie).toContain(attribute)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const value = url.searchParams.get(name) ?? ''
      expect(value.length).toBeGreaterThan(40)
      expect(cookie).not.toContain(value)
    }
  })

  it('cannot be started by another site', async () => {
    const response = await new Browser().fetch('/api/auth/oauth/oidc/start', {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    await refused(response, 'forbidden')
  })

  it('remembers the requested page, but never another site', async () => {
    expect(search(await new Browser().through(newAddress(), '/clients?search=a&b=1'))).toEqual({
      oauth: 'finish',
      next: '/clients?search=a&b=1',
    })
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
    ]) {
      const back = await new Browser().through(newAddress(), next)
      expect(back.origin).toBe(portalUrl)
      expect(search(back)).toEqual({ oauth: 'finish' })
    }
  })
})

describe('a new user', () => {
  it('gets a confirmed account with a firm, and a session', async () => {
    const email = newAddress()
    const browser = new Browser()
    const back = await browser.through(email)
    expect(back.pathname).toBe('/')
    expect(await accountsOf(email)).toEqual([])
    const response = await finish(browser)
    const session = await good<Session>(response)
    expect(session.user).toMatchObject({ email, role: 'bookkeeper', name: 'Olive olive', time_zone: 'Europe/Lisbon' })
    expect(browser.portalCookies()).toContain('portal_refresh')
    await good(browser.post('/api/auth/refresh', {}))
    await good(stranger.fetch('/api/clients', { headers: bearer(session) }))
    const [account] = await accountsOf(email)
    expect(account?.['email_confirmed_at']).not.toBeNull()
    expect(account?.['password_hash']).toBeNull()
    const trail = await db.execute({
      sql: 'SELECT action FROM audit_log WHERE subject_id = ? ORDER BY seq',
      args: [session.user.id],
    })
    expect(trail.rows.map((r) => r['action'])).toEqual(['account.signed_up', 'identity.linked', 'account.signed_in'])
  })

  it('signs up in a time zone that the portal does not know', async () => {
    const browser = new Browser()
    await browser.through(newAddress())
    expect((await good<Session>(finish(browser, 'Etc/Unknown'))).user.time_zone).toBe('UTC')
  })

  it('is recognized by the provider’s subject when the address has changed', async () => {
    const { email, session } = await newcomer()
    const again = new Browser()
    await again.through(email)
    expect((await good<Session>(finish(again))).user.id).toBe(session.user.id)
    // The account has another address now, but the provider's subject is the same.
    const moved = newAddress()
    await insert([{ sql: 'UPDATE auth_users SET email = ? WHERE id = ?', args: [moved, session.user.id] }])
    const later = new Browser()
    await later.through(email)
    expect((await good<Session>(finish(later))).user).toMatchObject({ id: session.user.id, email: moved })
    await insert([{ sql: 'UPDATE auth_users SET email = ? WHERE id = ?', args: [email, session.user.id] }])
    // Another subject with the same address must enter the password first.
    const other = new Browser()
    await other.through(`${unique('other')} as ${email}`)
    const { detail } = await refused(finish(other), 'password_missing')
    expect(detail).toContain('Forgot your password?')
    expect((await identitiesOf(session)).identities).toHaveLength(1)
  })

  it('has no password', async () => {
    const { email } = await newcomer()
    for (const password of ['', 'null', 'undefined']) {
      const response = await post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' })
      expect([400, 401]).toContain(response.status)
    }
  })

  it('is refused when the provider has not verified the address, or sends none', async () => {
    for (const login of [`unverified-${newAddress()}`, unique('nomail')]) {
      const browser = new Browser()
      await browser.through(login)
      await refused(finish(browser), 'email_not_verified')
      expect(await accountsOf(login)).toEqual([])
    }
    // It does not open the account with that address either.
    const person = await registered()
    const browser = new Browser()
    await browser.through(`unverified-1 as ${person.email}`)
    await refused(finish(browser), 'email_not_verified')
    await refused(browser.post('/api/auth/oauth/link', { password: person.password }), 'email_not_verified')
  })

  it('is refused when the address belongs to a client', async () => {
    const { email } = await signedUpClient(await newBookkeeper())
    const browser = new Browser()
    await browser.through(email)
    const { title, detail } = await refused(finish(browser), 'email_used_by_client')
    expect([title, detail]).toEqual([
      'Email Already Used',
      'This email is registered as a client. Please use a different email.',
    ])
  })

  it('declines client records that were only added by bookkeepers', async () => {
    const { id, email } = await newRecord(await newBookkeeper(), newAddress())
    const browser = new Browser()
    await browser.through(email)
    await good(finish(browser))
    expect(await select('SELECT declined_at FROM book_client_auth WHERE client_id = ?', id)).toMatchObject([
      { declined_at: expect.any(String) },
    ])
  })

  it('gets one account when requests are concurrent', async () => {
    const email = newAddress()
    const browser = new Browser()
    await browser.through(email)
    const answers = await Promise.all([finish(browser), finish(browser), finish(browser)])
    expect(answers.filter((a) => a.ok)).toHaveLength(1)
    const [one, two] = [new Browser(), new Browser()]
    const twin = newAddress()
    await Promise.all([one.through(twin), two.through(twin)])
    const both = await Promise.all([finish(one), finish(two)])
    expect(both.some((a) => a.ok)).toBe(true)
    for (const a of both) expect([200, 409]).toContain(a.status)
    expect(await accountsOf(twin)).toHaveLength(1)
  })
})

describe('an existing account', () => {
  it('is linked after its password was entered, and then opens through the provider', async () => {
    const person = await registered()
    const browser = new Browser()
    await browser.through(person.email)
    expect(await good<LinkRequired>(finish(browser))).toEqual({ link: { email: person.email, provider: 'Ledger ID' } })
    expect(browser.portalCookies()).not.toContain('portal_refresh')
    await refused(browser.post('/api/auth/oauth/link', { password: 'wrong' }), 'wrong_password')
    // The provider opens nothing before that.
    const early = new Browser()
    await early.through(person.email)
    expect(Object.keys(await good<object>(finish(early)))).toEqual(['link'])
    const session = await good<Session>(browser.post('/api/auth/oauth/link', { password: person.password }))
    expect(session.user.email).toBe(person.email)
    await nextMail(person.email, 'You can sign in with Ledger ID now')
    const again = new Browser()
    await again.through(person.email)
    expect((await good<Session>(finish(again))).user.id).toBe(session.user.id)
    expect(await identitiesOf(session)).toMatchObject({
      identities: [{ provider: 'oidc', name: 'Ledger ID', email: person.email }],
      has_password: true,
    })
    // The pending link of the other browser has expired.
    await refused(early.post('/api/auth/oauth/link', { password: person.password }), 'session_expired')
  })

  it('slows down guessing of its password', async () => {
    const person = await registered()
    const browser = new Browser()
    await browser.through(person.email)
    for (let i = 0; i < 10; i++) {
      const response = await browser.post('/api/auth/oauth/link', { password: `guess-${i}` })
      await refused(response, 'wrong_password')
    }
    const slowed = await browser.post('/api/auth/oauth/link', { password: person.password })
    expect(slowed.headers.get('retry-after')).toMatch(/^\d+$/)
    await refused(slowed, 'too_many_requests')
  })

  it('is not linked without the provider, nor by another browser', async () => {
    const person = await registered()
    await refused(new Browser().post('/api/auth/oauth/link', { password: person.password }), 'session_expired')
    await refused(finish(new Browser()), 'session_expired')
    await refused(
      post('/api/auth/oauth/link', { password: person.password }, { cookie: `portal_oauth=${'x'.repeat(43)}` }),
      'session_expired',
    )
  })

  it('is confirmed when it is linked, because the provider has verified the address', async () => {
    const input = newSignUp()
    await good(post('/api/auth/sign-up', input))
    const browser = new Browser()
    await browser.through(input.email)
    await good<LinkRequired>(finish(browser))
    await good<Session>(browser.post('/api/auth/oauth/link', { password: input.password }))
    await signedIn(input)
    const mail = await nextMail(input.email, 'Confirm your email address')
    await refused(post('/api/auth/confirm', { token: tokenIn(mail, 'confirm') }), 'invalid_link')
  })

  it('asks for its second factor, and is linked only after that', async () => {
    const person = await registered()
    const own = await signedIn(person)
    const { secret } = await enrolled(own, person.password)
    const browser = new Browser()
    await browser.through(person.email)
    await good<LinkRequired>(finish(browser))
    const due = await good<SecondFactorRequired>(browser.post('/api/auth/oauth/link', { password: person.password }))
    expect(browser.portalCookies()).not.toContain('portal_refresh')
    expect((await identitiesOf(own)).identities).toEqual([])
    await good(verify(due.second_factor, appCode(secret)))
    expect((await identitiesOf(own)).identities).toHaveLength(1)
    const again = new Browser()
    await again.through(person.email)
    const asked = await good<SecondFactorRequired>(finish(again))
    expect(again.portalCookies()).not.toContain('portal_refresh')
    // The pending sign-in is used up. Only the code is missing now.
    await refused(finish(again), 'session_expired')
    const session = await good<Session>(verify(asked.second_factor, appCode(secret, 1)))
    expect(session.user.email).toBe(person.email)
  })
})

describe('the redirect of a provider', () => {
  it('works only in the browser that started the sign-in', async () => {
    const attacker = new Browser()
    const callback = await attacker.authenticate(await attacker.begin(), newAddress())
    const victim = new Browser()
    expect(search(await victim.comeBack(callback))).toEqual({ oauth_error: 'state' })
    await victim.begin()
    expect(search(await victim.comeBack(callback))).toEqual({ oauth_error: 'state' })
    await refused(finish(victim), 'session_expired')
  })

  it('works once', async () => {
    const browser = new Browser()
    const callback = await browser.authenticate(await browser.begin(), newAddress())
    expect(search(await browser.comeBack(callback))).toEqual({ oauth: 'finish' })
    expect(search(await browser.comeBack(callback))).toEqual({ oauth_error: 'state' })
  })

  it('is refused when its code belongs to another flow, because PKCE and nonce do not match', async () => {
    const thief = new Browser()
    const stolen = await new Browser().authenticate(await new Browser().begin(), newAddress())
    const own = await thief.authenticate(await thief.begin('/clients'), newAddress())
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(search(await thief.comeBack(own))).toEqual({ oauth_error: 'refused', next: '/clients' })
    await refused(finish(thief), 'session_expired')
  })

  it('is refused when the state is changed or missing, or belongs to another provider', async () => {
    const browser = new Browser()
    const callback = await browser.authenticate(await browser.begin(), newAddress())
    const changed = new URL(callback)
    changed.searchParams.set('state', `${callback.searchParams.get('state')}x`)
    expect(search(await browser.comeBack(changed))).toEqual({ oauth_error: 'state' })
    const none = new URL(callback)
    none.searchParams.delete('state')
    expect(search(await browser.comeBack(none))).toEqual({ oauth_error: 'state' })
    const elsewhere = new URL(callback)
    elsewhere.pathname = '/api/auth/oauth/google/callback'
    expect(search(await browser.comeBack(elsewhere))).toEqual({ oauth_error: 'state' })
  })

  it('is refused when it names another issuer', async () => {
    const browser = new Browser()
    const callback = await browser.authenticate(await browser.begin(), newAddress())
    callback.searchParams.set('iss', 'https://other.example')
    expect(search(await browser.comeBack(callback))).toEqual({ oauth_error: 'refused' })
  })

  it('is refused with the cookie of another flow', async () => {
    const browser = new Browser()
    const callback = await browser.authenticate(await browser.begin(), newAddress())
    callback.searchParams.set('state', 'chosen-by-somebody')
    browser.rename(/ portal_oauth_/, `portal_oauth_${tokenHash('chosen-by-somebody').slice(0, 12)}`)
    expect(search(await browser.comeBack(callback))).toEqual({ oauth_error: 'state' })
  })

  it('reports a refusal, an error, and a missing response', async () => {
    const answer = async (with_: Record<string, string>): Promise<Record<string, string>> => {
      const browser = new Browser()
      const state = (await browser.begin('/chat')).searchParams.get('state') ?? ''
      return search(
        await browser.comeBack(
          new URL(`/api/auth/oauth/oidc/callback?${new URLSearchParams({ state, ...with_ })}`, portalUrl),
        ),
      )
    }
    expect(await answer({ error: 'access_denied', error_description: '<b>no</b>' })).toEqual({
      oauth_error: 'denied',
      next: '/chat',
    })
    expect(await answer({ error: 'server_error' })).toEqual({ oauth_error: 'refused', next: '/chat' })
    expect(await answer({})).toEqual({ oauth_error: 'refused', next: '/chat' })
    expect(await answer({ code: 'made-up' })).toEqual({ oauth_error: 'refused', next: '/chat' })
    expect(await answer({ code: 'made-up', iss: 'https://other.example' })).toEqual({
      oauth_error: 'refused',
      next: '/chat',
    })
  })

  it('expires after ten minutes', async () => {
    const browser = new Browser()
    const email = newAddress()
    await browser.through(email)
    const past = new Date(Date.now() - 1000).toISOString()
    await insert([
      { sql: "UPDATE auth_challenges SET expires_at = ? WHERE detail ->> 'email' = ?", args: [past, email] },
    ])
    await refused(finish(browser), 'session_expired')
  })

  it('cannot be finished by another site', async () => {
    const browser = new Browser()
    await browser.through(newAddress())
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
    await refused(browser.fetch('/api/auth/oauth/finish', { method: 'POST', headers, body: '{}' }), 'forbidden')
  })
})

describe('linked accounts', () => {
  it('are unlinked, unless there is no other way to sign in', async () => {
    const { email, session } = await newcomer()
    const [identity] = (await identitiesOf(session)).identities
    const unlink = () => del(`/api/auth/oauth/identities/${identity?.id}`, {}, bearer(session))
    await refused(unlink(), 'last_sign_in_method')
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset', { token, password: 'plum-orchard-4' }))
    // The reset ended the session that the provider had opened.
    await refused(unlink(), 'unauthenticated')
    const fresh = await signedIn({ email, password: 'plum-orchard-4' })
    await refused(
      del(`/api/auth/oauth/identities/${identity?.id}`, { password: 'wrong' }, bearer(fresh)),
      'wrong_password',
    )
    await good(del(`/api/auth/oauth/identities/${identity?.id}`, { password: 'plum-orchard-4' }, bearer(fresh)))
    await nextMail(email, 'Signing in with Ledger ID was turned off')
    expect(await identitiesOf(fresh)).toEqual({ identities: [], has_password: true })
    const again = new Browser()
    await again.through(email)
    expect(Object.keys(await good<object>(finish(again)))).toEqual(['link'])
  })

  it('are visible and removable only for their owner', async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()]
    const [identity] = (await identitiesOf(theirs.session)).identities
    await refused(del(`/api/auth/oauth/identities/${identity?.id}`, {}, bearer(mine.session)), 'not_found')
    expect((await identitiesOf(theirs.session)).identities).toHaveLength(1)
  })

  it('refuse the second step of a sign-in when the account was unlinked in the meantime', async () => {
    const person = await registered()
    const own = await signedIn(person)
    const { secret, codes } = await enrolled(own, person.password)
    const browser = new Browser()
    await browser.through(person.email)
    await good<LinkRequired>(finish(browser))
    const due = await good<SecondFactorRequired>(browser.post('/api/auth/oauth/link', { password: person.password }))
    await good(verify(due.second_factor, appCode(secret)))
    const again = new Browser()
    await again.through(person.email)
    const asked = await good<SecondFactorRequired>(finish(again))
    const [identity] = (await identitiesOf(own)).identities
    const unlink = (code?: string) =>
      del(`/api/auth/oauth/identities/${identity?.id}`, { password: person.password, code }, bearer(own))
    await refused(unlink(), 'invalid_code')
    await good(unlink(codes[0]))
    await refused(verify(asked.second_factor, appCode(secret, 1)), 'session_expired')
  })

  it('store no tokens of the provider', async () => {
    const { email } = await newcomer()
    const { rows } = await db.execute({
      sql: "SELECT detail FROM auth_challenges WHERE detail ->> 'email' = ?",
      args: [email],
    })
    expect(Object.keys(JSON.parse(textOf(rows[0], 'detail')) as object).sort()).toEqual([
      'email',
      'issuer',
      'name',
      'provider',
      'subject',
      'verified',
    ])
    expect(await mailsTo(email)).toEqual([])
  })
})
