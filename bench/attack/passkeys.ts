import type { Session } from '@portal/contract/auth'
import { PASSKEYS_MAX } from '@portal/contract/limits'
import type { PasskeyCreationOptions, PasskeySignIn } from '@portal/contract/passkeys'
import { newPasskeyChallenge } from '../../worker/src/auth/passkeys/passkey-challenge.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import {
  CLIENT_PASSWORD,
  codeIn,
  newDevice,
  nextMail,
  post,
  registered,
  signedUpClient,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { type Authenticator, newAuthenticator } from '../../worker/src/testing/authenticator.ts'
import { appCode, bearer, enrolled, forgetSteps, signedIn } from '../../worker/src/testing/factors.ts'
import {
  addedPasskey,
  creationOptions,
  newBrowser,
  requestOptions,
  signInWith,
} from '../../worker/src/testing/passkeys.ts'
import { linkCode, mailedLink, openLink } from '../../worker/src/testing/one-tap.ts'
import { newBookkeeper } from '../../worker/src/testing/portal.ts'
import { change, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { atOnce, drain, fromNewAddress } from './lib/requests.ts'
import { add, begin, countOf, enter, owner, remove } from './passkeys/owner.ts'

/** Passkeys: responses for other people, browsers and times, and changes without proof of the owner. */

attack('challenges of others, of other purposes, and used before', async (t, { secret }) => {
  const { session, authenticator } = await owner()
  const browser = newBrowser()
  const options = await requestOptions(browser)
  const signed = (challenge: string): PasskeySignIn['passkey'] => authenticator.signIn({ ...options, challenge })
  const device = /portal_device=([\w-]+)/.exec(browser['cookie'] ?? '')?.[1] ?? ''
  const bound = { purpose: 'sign-in', browser: device } as const
  const at = (now: Date, key = secret) => ({ now, settings: { AUTH_SECRET: key } as never })
  const late = newPasskeyChallenge(at(new Date(Date.now() - 3_600_000)), bound)
  const [expires = '', nonce = '', mac = ''] = Buffer.from(late, 'base64url').toString().split('.')
  const prolonged = Buffer.from([Number(expires) + 7_200_000, nonce, mac].join('.')).toString('base64url')
  const challenges: Record<string, string> = {
    expired: late,
    prolonged,
    'of another portal': newPasskeyChallenge(at(new Date(), 'x'.repeat(32)), bound),
    'of another browser': newPasskeyChallenge(at(new Date()), { ...bound, browser: 'x'.repeat(43) }),
    'for a new passkey': (await creationOptions(session)).challenge,
    'made up': Buffer.from('1.2.3').toString('base64url'),
    short: 'AA',
  }
  for (const [what, challenge] of Object.entries(challenges))
    await t.refuses(`a challenge ${what}`, enter(signed(challenge), browser), 'session_expired')
  const passkey = authenticator.signIn(options)
  await t.refuses('in another browser', enter(passkey, newBrowser()), 'session_expired')
  await t.refuses('in no browser', enter(passkey, fromNewAddress()), 'session_expired')
  await t.race('signing in', () => enter(passkey, browser))
  await t.refuses('a used response', enter(passkey, browser), 'session_expired')
  await t.refuses('a used challenge', enter(signed(options.challenge), browser), 'session_expired')

  const other = await signedIn(await registered())
  const creation = await creationOptions(session)
  const create = (given: Partial<PasskeyCreationOptions> = {}) => newAuthenticator().create({ ...creation, ...given })
  await t.refuses("another person's challenge", add(other, create()), 'session_expired')
  const forSignIn = (await requestOptions(newBrowser())).challenge
  await t.refuses('a challenge for signing in', add(session, create({ challenge: forSignIn })), 'session_expired')
  const response = create()
  await t.race('adding a passkey', () => add(session, response))
  await t.refuses('a used challenge for another key', add(session, create()), 'session_expired')
  t.check((await countOf(session)) === 2, 'a challenge added several passkeys')
})

attack('passkeys of other people', async (t) => {
  const [mine, theirs] = [await owner(), await owner()]
  const browser = newBrowser()
  const response = mine.authenticator.signIn(await requestOptions(browser))
  const { id } = theirs.authenticator
  await t.refuses('their id with my key', enter({ ...response, id, rawId: id }, browser), 'passkey_refused')
  const { userHandle } = theirs.authenticator.signIn(await requestOptions(newBrowser())).response
  await t.refuses(
    'their account with my key',
    signInWith(mine.authenticator, 'bookkeeper', { userHandle }),
    'passkey_refused',
  )
  await t.accepts('their sign-in afterwards', signInWith(theirs.authenticator))
  const copy = theirs.authenticator.create(await creationOptions(mine.session))
  await t.refuses('their key in my account', add(mine.session, copy), 'passkey_exists')
  const path = `/api/auth/passkeys/${theirs.passkey.id}`
  await t.refuses('renaming theirs', ask(mine.session.access_token, 'PATCH', path, { name: 'x' }), 'not_found')
  await t.refuses('removing theirs', remove(mine.session, theirs.passkey.id, { password: mine.password }), 'not_found')
  const listed = await t.accepts('the own list', ask(mine.session.access_token, 'GET', '/api/auth/passkeys'))
  t.check(!JSON.stringify(listed).includes(theirs.passkey.id), 'the list has a passkey of another person')
})

attack('changes without proof of the owner', async (t) => {
  const { session, email, password, authenticator, passkey } = await owner()
  const again = { password: 'a guess' }
  for (const proof of [{}, { password: '' }, again, { code: '123456' }, { password: null }])
    await t.refuses(`removing with ${JSON.stringify(proof)}`, remove(session, passkey.id, proof))
  await change('UPDATE sessions SET proven_at = ? WHERE id = ?', '2020-01-01T00:00:00.000Z', session.session_id)
  const options = await creationOptions(await signedIn({ email, password }))
  for (const proof of [{}, again, { code: '123456' }])
    await t.refuses(`adding an hour later with ${JSON.stringify(proof)}`, begin(session, proof))
  const response = newAuthenticator().create(options)
  await t.refuses("adding with another session's challenge", add(session, response), 'session_expired')
  const { secret } = await enrolled(session, password)
  await t.refuses('removing without the code', remove(session, passkey.id, { password }), 'invalid_code')
  const code = appCode(secret)
  await t.accepts('a code', begin(session, { password, code }))
  await t.refuses('removing with a used code', remove(session, passkey.id, { password, code }), 'invalid_code')
  await forgetSteps(session.user.id)
  await t.race('removing', () => remove(session, passkey.id, { password, code: appCode(secret) }), { times: 4 })
  await t.refuses('a removed passkey', signInWith(authenticator), 'passkey_unknown')
  const stolen = await owner()
  await drain(post('/api/auth/sign-out', {}, bearer(stolen.session)))
  await t.refuses('options after signing out', begin(stolen.session), 'unauthenticated')
})

attack('a mailed code in place of the password', async (t) => {
  const device = newDevice()
  const { client, token } = await mailedLink()
  const answer = await openLink(token, device)
  const session = (await answer.json()) as Session
  const headers = { ...bearer(session), ...device }
  const prove = (email_code: string, given: Record<string, string> = headers) =>
    post('/api/auth/passkeys/options', { email_code }, given)
  const mailed = async (than: number) => {
    await t.accepts('asking for a code', post('/api/auth/factors/email-code', {}, headers))
    return codeIn(await nextMail(client.email, 'Your code to change how you sign in', than))
  }
  await t.refuses('no proof', begin(session), 'reauthentication_required')
  await t.refuses('a guess before there is a code', prove('123456'), 'wrong_email_code')
  const ofLink = await linkCode(token, client.email, device)
  await t.refuses('the code of the link', prove(ofLink), 'wrong_email_code')
  const code = await mailed(0)
  await t.refuses('another browser', prove(code, { ...headers, ...newDevice() }), 'wrong_email_code')
  const opened = await openLink(token, device)
  const second = { ...bearer((await opened.json()) as Session), ...newDevice() }
  await t.refuses('another session in another browser', prove(code, second), 'wrong_email_code')
  await t.race('proving', () => prove(code), { times: 4 })
  await t.refuses('a used code', prove(code), 'wrong_email_code')
  const next = await mailed(1)
  for (let i = 0; i < 5; i++)
    await t.refuses('a wrong code', prove(next === '100000' ? '100001' : '100000'), 'wrong_email_code')
  await t.refuses('the code after five wrong tries', prove(next), 'wrong_email_code')
})

attack('passkeys after a reset, a deletion, and beyond the limit', async (t) => {
  const person = await owner()
  const pending = newAuthenticator().create(await creationOptions(person.session))
  await t.accepts('a reset', post('/api/auth/password/reset-request', { email: person.email }))
  const token = tokenIn(await nextMail(person.email, 'Set a new password'), 'reset')
  await t.accepts('a new password', post('/api/auth/password/reset', { token, password: 'another-Password-8' }))
  await t.refuses('a passkey that was begun before', add(person.session, pending), 'unauthenticated')
  await t.refuses('options in the old session', begin(person.session), 'unauthenticated')
  await t.accepts('the passkey', signInWith(person.authenticator))

  const bookkeeper = await newBookkeeper()
  const client = await signedUpClient(bookkeeper)
  const session = await signedIn({ email: client.email, password: CLIENT_PASSWORD }, 'client')
  const authenticator = newAuthenticator()
  await addedPasskey(session, authenticator)
  await t.refuses('the other portal', signInWith(authenticator, 'bookkeeper'), 'wrong_portal')
  await t.accepts('deleting the client', send(bookkeeper, 'DELETE', `/api/clients/${client.id}`))
  await t.refuses('the passkey of a deleted account', signInWith(authenticator, 'client'), 'passkey_unknown')
  await t.refuses('a passkey for it', begin(session), 'unauthenticated')

  const { session: many } = await owner()
  const responses: ReturnType<Authenticator['create']>[] = []
  for (let i = 0; i < PASSKEYS_MAX + 5; i++) responses.push(newAuthenticator().create(await creationOptions(many)))
  await atOnce(responses.length, (i) => drain(add(many, responses[i])))
  t.check((await countOf(many)) === PASSKEYS_MAX, `${await countOf(many)} passkeys at once`)
  await t.refuses('one more', begin(many), 'too_many_passkeys')
})

attack('what is revealed, and how often it can be tried', async (t) => {
  const { authenticator } = await owner()
  const strangers = await requestOptions(newBrowser())
  const known = await requestOptions(newBrowser())
  t.check(Object.keys(strangers).join() === Object.keys(known).join(), 'options differ')
  t.check(!JSON.stringify(known).includes(authenticator.id), 'options name a passkey')
  const browser = { ...newBrowser(), ...fromNewAddress() }
  const made = newAuthenticator().signIn(strangers)
  const answers = await atOnce(140, () => enter(made, browser))
  const texts = new Set(
    await Promise.all(
      answers.filter(({ status }) => status !== 429).map(async (r) => ((await r.json()) as { code: string }).code),
    ),
  )
  t.check([...texts].join() === 'passkey_unknown', `unknown passkeys get ${[...texts].join()}`)
  t.check(answers.filter(({ status }) => status === 429).length >= 30, 'one network tried 140 passkeys')
  await t.accepts('the owner in another network', signInWith(authenticator))
})
