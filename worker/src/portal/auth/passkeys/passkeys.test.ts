import type { Session } from '@portal/contract/auth'
import type { Passkey, Passkeys } from '@portal/contract/passkeys'
import { describe, expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  good,
  nextMail,
  post,
  refused,
  registered,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import { type Deviation, newAuthenticator } from '../../../testing/authenticator.ts'
import { appCode, bearer, challenged, del, enrolled, signedIn } from '../../../testing/factors.ts'
import { addedPasskey, creationOptions, newBrowser, requestOptions, signInWith } from '../../../testing/passkeys.ts'
import { insert, newBookkeeper, stranger } from '../../../testing/portal.ts'
import { underTest } from '../../../testing/under-test.ts'
import { change, rows, send } from '../../../testing/work.ts'
import { newPasskeyChallenge } from './passkey-challenge.ts'

const listOf = async (session: Session): Promise<Passkey[]> =>
  (await good<Passkeys>(stranger.fetch('/api/auth/passkeys', { headers: bearer(session) }))).passkeys
const begin = (session: Session, proof: object = {}) => post('/api/auth/passkeys/options', proof, bearer(session))
const actionsOf = async (userId: string): Promise<string[]> =>
  (await rows<{ action: string }>('SELECT action FROM audit_log WHERE subject_id = ? ORDER BY seq', userId)).map(
    (r) => r.action,
  )
/** Makes the sign-in of a session older than the time in which it proves its owner. */
const ageSignIn = (session: Session) =>
  change(
    'UPDATE sessions SET proven_at = ? WHERE id = ?',
    new Date(Date.now() - 11 * 60_000).toISOString(),
    session.session_id,
  )
const signer = { settings: { AUTH_SECRET: underTest.authSecret } as never }
const expired = { ...signer, now: new Date(Date.now() - 11 * 60_000) }

/** A bookkeeper who is signed in, and has a passkey. */
async function withPasskey(kind: Parameters<typeof newAuthenticator>[0] = {}) {
  const person = await registered()
  const session = await signedIn(person)
  const authenticator = newAuthenticator(kind)
  const passkey = await addedPasskey(session, authenticator)
  return { ...person, session, userId: session.user.id, authenticator, passkey }
}

const DEVIATIONS: [string, Deviation][] = [
  ['of another origin', { origin: 'https://portal.example.net' }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['of an origin that begins alike', { origin: `${underTest.portalUrl}.example.net` }],
  ['of a page without an origin', { origin: 'null' }],
  ['of another kind', { type: 'payment.get' }],
  ['for another site', { rpId: 'portal.example.net' }],
  ['of a frame of another site', { crossOrigin: true }],
  ['without user verification', { userVerified: false }],
  ['without a touch', { userPresent: false }],
]

describe('adding a passkey', () => {
  it('needs no password right after a sign-in, and mails the owner', async () => {
    const { email, session, userId, passkey } = await withPasskey()
    expect(await listOf(session)).toEqual([passkey])
    expect(passkey).toMatchObject({ name: 'Unknown browser', synced: true, last_used_at: null })
    expect(await actionsOf(userId)).toContain('passkey.added')
    const mail = await nextMail(email, 'A passkey was added to your account')
    expect(mail.text).toContain('remove the passkey in your profile and change your password')
  })

  it('gives authenticators an opaque id, and excludes those that have a passkey already', async () => {
    const { session, userId, authenticator } = await withPasskey()
    const { user, excludeCredentials, ...options } = await creationOptions(session)
    const handle = Buffer.from(user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect(handle.toString()).not.toContain(userId)
    expect(excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    expect(options).toMatchObject({
      rp: { id: new URL(underTest.portalUrl).hostname },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('needs password and code when the sign-in was a while ago', async () => {
    const person = await registered()
    const session = await signedIn(person)
    const { secret } = await enrolled(session, person.password)
    await ageSignIn(session)
    const { password } = person
    await refused(begin(session), 'reauthentication_required')
    await refused(begin(session, { password: 'wrong' }), 'wrong_password')
    await refused(begin(session, { password }), 'invalid_code')
    const code = appCode(secret)
    await good(begin(session, { password, code }))
    await refused(begin(session, { password, code }), 'invalid_code')
  })

  it('needs the password when the sign-in did not prove the owner', async () => {
    const session = await signedIn(await registered())
    await change('UPDATE sessions SET proven_at = NULL WHERE id = ?', session.session_id)
    await refused(begin(session), 'reauthentication_required')
  })

  it.each(DEVIATIONS)('refuses a response %s', async (_, deviation) => {
    const session = await signedIn(await registered())
    const response = newAuthenticator().create(await creationOptions(session), deviation)
    await refused(post('/api/auth/passkeys', response, bearer(session)), 'passkey_refused')
    expect(await listOf(session)).toEqual([])
  })

  it('accepts a challenge once, and only in the session that it was created for', async () => {
    const person = await registered()
    const [session, other] = [await signedIn(person), await signedIn(person)]
    const options = await creationOptions(session)
    const add = (by: Session, challenge = options.challenge) =>
      post('/api/auth/passkeys', newAuthenticator().create({ ...options, challenge }), bearer(by))
    await refused(add(other), 'session_expired')
    await good(add(session))
    await refused(add(session), 'session_expired')
    const bound = { purpose: 'add', userId: session.user.id, sessionId: session.session_id } as const
    await refused(add(session, newPasskeyChallenge(expired, bound)), 'session_expired')
    await refused(add(session, (await requestOptions(newBrowser())).challenge), 'session_expired')
    expect(await listOf(session)).toHaveLength(1)
  })

  it('refuses a passkey of another account, and a session that has ended', async () => {
    const { authenticator } = await withPasskey()
    const session = await signedIn(await registered())
    const options = await creationOptions(session)
    await refused(post('/api/auth/passkeys', authenticator.create(options), bearer(session)), 'passkey_exists')
    await good(post('/api/auth/sign-out', {}, bearer(session)))
    await refused(post('/api/auth/passkeys', newAuthenticator().create(options), bearer(session)), 'unauthenticated')
    await refused(begin(session), 'unauthenticated')
  })

  it('allows twenty passkeys, even when more come at once', async () => {
    const { session, userId } = await withPasskey()
    const options = await creationOptions(session)
    const another = await creationOptions(session)
    const copy = `INSERT INTO passkeys
      (id, user_id, credential_id, public_key, counter, transports, synced, name, created_at)
      SELECT ?1, user_id, ?1, public_key, 0, '[]', 0, 'Copy', created_at FROM passkeys WHERE user_id = ?2 LIMIT 1`
    await insert(Array.from({ length: 18 }, () => ({ sql: copy, args: [crypto.randomUUID(), userId] })))
    const both = [options, another].map((given) =>
      post('/api/auth/passkeys', newAuthenticator().create(given), bearer(session)),
    )
    expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listOf(session)).toHaveLength(20)
    await refused(begin(session), 'too_many_passkeys')
  })
})

describe('signing in with a passkey', () => {
  it('opens a session without a code, although two-step verification is on', async () => {
    const person = await withPasskey()
    await enrolled(person.session, person.password)
    const response = await signInWith(person.authenticator)
    expect(response.headers.getSetCookie().join()).toContain('portal_refresh=')
    const session = await good<Session>(response)
    expect(session.user).toEqual(person.session.user)
    expect((await listOf(session))[0]?.last_used_at).not.toBeNull()
    const [entry] = await rows<{ detail: string }>(
      `SELECT detail FROM audit_log WHERE subject_id = ? AND action = 'account.signed_in' ORDER BY seq DESC LIMIT 1`,
      person.userId,
    )
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ session_id: session.session_id, passkey_id: person.passkey.id })
    // The password alone still leads to the second factor.
    await challenged(person)
  })

  it('works at the portal of the account only', async () => {
    const client = await signedUpClient(await newBookkeeper())
    const authenticator = newAuthenticator({ synced: false })
    await addedPasskey(await signedIn({ ...client, password: CLIENT_PASSWORD }, 'client'), authenticator)
    const { detail } = await refused(signInWith(authenticator, 'bookkeeper'), 'wrong_portal')
    expect(detail).toBe('This is the bookkeeper portal. Please use the client portal to sign in.')
    expect((await good<Session>(signInWith(authenticator, 'client'))).user.email).toBe(client.email)
  })

  it('reveals nothing about accounts before the signature', async () => {
    const options = await requestOptions(newBrowser())
    expect(Object.keys(options).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
    const { detail } = await refused(signInWith(newAuthenticator()), 'passkey_unknown')
    expect(detail).not.toContain('@')
  })

  it.each([...DEVIATIONS, ['for another user', { userHandle: 'c29tZW9uZS1lbHNl' }]] as [string, Deviation][])(
    'refuses a response %s',
    async (_, deviation) => {
      const { authenticator, session } = await withPasskey()
      await refused(signInWith(authenticator, 'bookkeeper', deviation), 'passkey_refused')
      expect((await listOf(session))[0]?.last_used_at).toBeNull()
    },
  )

  it.each(['A', 'AAAA', 'e30', 'bnVsbA', 'v2Ng', 'oWNmbXRkbm9uZQ', 'A'.repeat(20_000)])(
    'refuses responses with %.20s in place of what belongs there',
    async (text) => {
      const { authenticator, session } = await withPasskey()
      const browser = newBrowser()
      const sound = authenticator.signIn(await requestOptions(browser))
      const enter = (passkey: object) => post('/api/auth/passkeys/sign-in', { portal: 'bookkeeper', passkey }, browser)
      for (const field of Object.keys(sound.response))
        expect((await enter({ ...sound, response: { ...sound.response, [field]: text } })).status, field).toBeOneOf([
          400, 401,
        ])
      await good(enter(sound))
      const created = newAuthenticator().create(await creationOptions(session))
      const damaged = { ...created, response: { ...created.response, attestationObject: text } }
      expect((await post('/api/auth/passkeys', damaged, bearer(session))).status).toBeOneOf([400, 401])
      expect(await listOf(session)).toHaveLength(1)
    },
  )

  it('refuses the key of another person', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const browser = newBrowser()
    const signed = mine.authenticator.signIn(await requestOptions(browser))
    const passkey = { ...signed, id: theirs.authenticator.id, rawId: theirs.authenticator.id }
    await refused(post('/api/auth/passkeys/sign-in', { portal: 'bookkeeper', passkey }, browser), 'passkey_refused')
  })

  it('accepts a response once, also with concurrent requests', async () => {
    const { authenticator } = await withPasskey()
    const browser = newBrowser()
    const body = { portal: 'bookkeeper', passkey: authenticator.signIn(await requestOptions(browser)) }
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/auth/passkeys/sign-in', body, browser)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    await refused(post('/api/auth/passkeys/sign-in', body, browser), 'session_expired')
  })

  it('accepts a challenge in the browser that requested it, for ten minutes and for its purpose', async () => {
    const { authenticator, session } = await withPasskey()
    const browser = newBrowser()
    const options = await requestOptions(browser)
    const enter = (challenge: string, headers = browser) => {
      const passkey = authenticator.signIn({ ...options, challenge })
      return post('/api/auth/passkeys/sign-in', { portal: 'bookkeeper', passkey }, headers)
    }
    await refused(enter(options.challenge, newBrowser()), 'session_expired')
    const device = /portal_device=([\w-]+)/.exec(browser['cookie'] ?? '')?.[1] ?? ''
    const bound = { purpose: 'sign-in', browser: device } as const
    const late = newPasskeyChallenge(expired, bound)
    const [end = '', ...rest] = Buffer.from(late, 'base64url').toString().split('.')
    const prolonged = Buffer.from([Number(end) + 3_600_000, ...rest].join('.')).toString('base64url')
    const elsewhere = newPasskeyChallenge(
      { settings: { AUTH_SECRET: 'x'.repeat(32) } as never, now: new Date() },
      bound,
    )
    for (const challenge of [late, prolonged, elsewhere]) await refused(enter(challenge), 'session_expired')
    await refused(enter((await creationOptions(session)).challenge), 'session_expired')
    await refused(enter('bWFkZSB1cA'), 'session_expired')
    await good(enter(newPasskeyChallenge({ ...signer, now: new Date() }, bound)))
  })

  it('refuses a counter that does not grow, as that of a copied key', async () => {
    const { authenticator } = await withPasskey({ counts: true, synced: false })
    await good(signInWith(authenticator))
    await good(signInWith(authenticator, 'bookkeeper', { counter: 20 }))
    await refused(signInWith(authenticator, 'bookkeeper', { counter: 20 }), 'passkey_refused')
    await refused(signInWith(authenticator, 'bookkeeper', { counter: 0 }), 'passkey_refused')
    await good(signInWith(authenticator, 'bookkeeper', { counter: 21 }))
  })

  it('works for an archived client, and ends with the account', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await signedUpClient(bookkeeper)
    const authenticator = newAuthenticator()
    const session = await signedIn({ ...client, password: CLIENT_PASSWORD }, 'client')
    await addedPasskey(session, authenticator)
    const ids = [client.id]
    await good(send(bookkeeper, 'POST', '/api/clients/changes', { ids, change: { kind: 'archive' } }))
    await good(signInWith(authenticator, 'client'))
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.id}`))
    expect(await rows('SELECT id FROM passkeys WHERE user_id = ?', session.user.id)).toEqual([])
    await refused(signInWith(authenticator, 'client'), 'passkey_unknown')
  })

  it('still works after a password reset, whose mail says so', async () => {
    const { email, authenticator, session } = await withPasskey()
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    await good(post('/api/auth/password/reset', { token, password: 'another-sesame' }))
    await refused(begin(session), 'unauthenticated')
    expect((await nextMail(email, 'Your password was changed')).text).toContain('Your passkey still works.')
    await good(signInWith(authenticator))
  })
})

describe('managing passkeys', () => {
  const rename = (session: Session, id: string, name: string) =>
    stranger.fetch(`/api/auth/passkeys/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...bearer(session) },
      body: JSON.stringify({ name }),
    })

  it('renames a passkey', async () => {
    const { session, userId, passkey } = await withPasskey()
    await refused(rename(session, passkey.id, '  '), 'invalid_input')
    await good(rename(session, passkey.id, 'Work laptop'))
    expect((await listOf(session)).map(({ name }) => name)).toEqual(['Work laptop'])
    expect(await actionsOf(userId)).toContain('passkey.renamed')
  })

  it('removes a passkey after password and code, and mails the owner', async () => {
    const person = await withPasskey()
    const { session, password, email } = person
    const path = `/api/auth/passkeys/${person.passkey.id}`
    await refused(del(path, {}, bearer(session)), 'wrong_password')
    await refused(del(path, { password: 'wrong' }, bearer(session)), 'wrong_password')
    const { secret } = await enrolled(session, password)
    await refused(del(path, { password }, bearer(session)), 'invalid_code')
    await good(del(path, { password, code: appCode(secret) }, bearer(session)))
    expect(await listOf(session)).toEqual([])
    expect(await actionsOf(person.userId)).toContain('passkey.removed')
    await nextMail(email, 'A passkey was removed from your account')
    await refused(signInWith(person.authenticator), 'passkey_unknown')
  })

  it('hides the passkeys of other people', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    await refused(rename(mine.session, theirs.passkey.id, 'Mine'), 'not_found')
    const proof = { password: mine.password }
    await refused(del(`/api/auth/passkeys/${theirs.passkey.id}`, proof, bearer(mine.session)), 'not_found')
    expect(await listOf(mine.session)).toEqual([mine.passkey])
    expect(await listOf(theirs.session)).toEqual([theirs.passkey])
  })
})
