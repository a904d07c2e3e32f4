import type { SecondFactorRequired } from '@portal/contract/factors'
import type { Session } from '@portal/contract/auth'
import type { OneTapLink } from '@portal/contract/one-tap'
import { tokenHash } from '../../worker/src/crypto/secrets.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { CLIENT_PASSWORD, newDevice, nextMail, post, setupToken } from '../../worker/src/testing/accounts.ts'
import { appCode, enrolled, signedIn, verify } from '../../worker/src/testing/factors.ts'
import {
  archive,
  callLink,
  type Device,
  expireLinks,
  linkCode,
  lookUpLink,
  mailedLink,
  mailedLinkWithPassword,
  openLink,
  turnLinks,
} from '../../worker/src/testing/one-tap.ts'
import { mailsTo, newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { delivered } from '../../worker/src/testing/sections.ts'
import { change, rows, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { signIn } from './lib/people.ts'
import { atOnce, fromNewAddress } from './lib/requests.ts'

/** One-tap links: guessed, copied, used at once, on other devices, after their end, and for more than they allow. */

/** Returns the headers of a browser in a network that was not used before. */
const elsewhere = (): Device => ({ ...newDevice(), ...fromNewAddress() })
const confirm = (token: string, code: string, device: Device = elsewhere()) =>
  callLink('confirm', { token, code }, device)
const sessionsOf = (userId: string) => countRows('sessions WHERE user_id = ? AND revoked_at IS NULL', userId)

/** Expects that a link does nothing, in a new browser and in that of its owner. */
async function isDead(t: Trial, what: string, token: string, owner: Device = elsewhere()): Promise<void> {
  for (const device of [owner, elsewhere()]) {
    for (const action of ['look-up', 'open', 'code'])
      await t.refuses(`${action} of a link ${what}`, callLink(action, { token }, device), 'invalid_link')
    await t.refuses(`confirm of a link ${what}`, confirm(token, '123456', device), 'invalid_link')
  }
}

attack('tokens that are guessed, changed, or for something else', async (t) => {
  const { client, mail, token, path } = await mailedLink()
  const [stored] = await rows<{ token_hash: string }>('SELECT token_hash FROM one_tap_links WHERE id = ?', mail.id)
  const swapped = token.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const guesses = [stored?.token_hash, mail.id, client.userId, client.clientId, token.slice(1), token.slice(0, -1)]
  const changed = [swapped, `${token} `, ` ${token}`, `${token}=`, `${token}\0`, token + path, "' OR 1=1 --", '%', '']
  for (const guess of [...guesses, ...changed]) await isDead(t, `with the token ${guess}`, guess ?? '')
  await t.refuses('a link as an access token', ask(token, 'GET', '/api/portal/workforms'), 'unauthenticated')
  await t.refuses('a link as a refresh token', post('/api/auth/refresh', {}, { cookie: `portal_refresh=${token}` }))
  for (const route of ['invitation/check', 'confirm', 'password/reset'])
    await t.refuses(
      `a link at ${route}`,
      post(`/api/auth/${route}`, { token, password: CLIENT_PASSWORD }),
      'invalid_link',
    )
  const setup = { setup_token: token, password: CLIENT_PASSWORD, timeZone: 'UTC' }
  await t.refuses('a link as a setup token', post('/api/auth/client/password', setup))
  await t.accepts('the link afterwards', lookUpLink(token))
})

attack('answers that tell links apart', async (t) => {
  const fingerprint = async (response: Promise<Response>) => {
    const answer = await response
    return `${answer.status} ${(await answer.text()).replace(/"request_id":"[^"]*"/, '')}`
  }
  const unknown = 'x'.repeat(43)
  const expired = await mailedLink()
  await expireLinks(expired.client.userId)
  const revoked = await mailedLink()
  await t.accepts('signing out everywhere', send(revoked.client, 'POST', '/api/auth/sessions/end-others'))
  const off = await mailedLink()
  await turnLinks(off.bookkeeper, false)
  for (const action of ['look-up', 'open', 'code', 'confirm', 'renew']) {
    const answer = (token: string) =>
      fingerprint(callLink(action, { token, code: '123456', path: '/client-chat' }, elsewhere()))
    const expected = await answer(unknown)
    for (const [what, { token }] of Object.entries({ expired, revoked, off }))
      t.check((await answer(token)) === expected, `${action} tells a link that is ${what} from an unknown one`)
  }
  const { email, name } = await t.accepts<OneTapLink>('a look-up', lookUpLink((await mailedLink()).token))
  t.check(/^.•••@[^@]+$/.test(email) && !name.includes('@'), `a look-up shows ${email} and ${name}`)
})

attack('several devices at once', async (t) => {
  const { client, token } = await mailedLink()
  const before = await sessionsOf(client.userId)
  const devices = Array.from({ length: 20 }, elsewhere)
  const answers = await atOnce(20, (i) => openLink(token, devices[i]))
  const owner = devices[answers.findIndex(({ ok }) => ok)]
  t.check(answers.filter(({ ok }) => ok).length === 1, 'several browsers are the first')
  t.check((await sessionsOf(client.userId)) === before + 1, 'the losers have sessions')
  t.check((await countRows('one_tap_devices')) > 0, 'the winner is not remembered')
  for (const device of [...devices.filter((d) => d !== owner), { cookie: '' }, { cookie: 'portal_device=' }])
    await t.refuses('another browser', openLink(token, device), 'forbidden')
  const hash = tokenHash(/portal_device=([\w-]+)/.exec(owner?.cookie ?? '')?.[1] ?? '').slice(0, 43)
  await t.refuses('the stored device as a cookie', openLink(token, { cookie: `portal_device=${hash}` }), 'forbidden')
  await t.accepts('the owner', openLink(token, owner))

  // A browser without cookies is never the same one.
  const second = await mailedLink()
  await t.accepts('a browser without cookies', openLink(second.token, { cookie: '' }))
  await t.refuses('another one without cookies', openLink(second.token, { cookie: '' }), 'forbidden')
})

attack('codes for another device', async (t) => {
  const [mine, theirs] = [await mailedLink(), await mailedLink()]
  for (const { token } of [mine, theirs]) await t.accepts('the first device', openLink(token, elsewhere()))
  const [laptop, thief] = [elsewhere(), elsewhere()]
  const code = await linkCode(mine.token, mine.client.email, laptop)
  await t.refuses('in another browser', confirm(mine.token, code, thief), 'invalid_code')
  await t.refuses("for another person's link", confirm(theirs.token, code, laptop), 'invalid_code')
  const won = await t.race('entering a code', () => confirm(mine.token, code, laptop), { times: 10 })
  t.check(won.length === 1, `a code opened ${won.length} sessions`)
  await t.refuses('a used code', confirm(mine.token, code, laptop), 'invalid_code')

  const person = await mailedLinkWithPassword()
  await t.accepts('the first device', openLink(person.token, elsewhere()))
  const { email, token } = person
  const recovery = await setupToken(email, 'recovery')
  await t.refuses('a setup token as a code', confirm(token, recovery, thief), 'invalid_input')
  const right = Number(await linkCode(token, email, thief))
  const guess = (i: number) => String(100_000 + ((right - 100_000 + 1 + i) % 900_000))
  const guesses = await atOnce(40, (i) => confirm(token, guess(i), { ...thief, ...fromNewAddress() }))
  const [{ tries } = { tries: 0 }] = await rows<{ tries: number }>(
    "SELECT tries FROM verification_codes WHERE email = ? AND purpose = 'one-tap' AND closed_at IS NULL",
    email,
  )
  t.check(tries <= 5, `40 guesses at once had ${tries} tries at one code`)
  t.check(
    guesses.every(({ status }) => status === 400 || status === 429),
    'a guess had another response',
  )
  const late = confirm(token, String(right), thief)
  await t.refuses('the right code after too many guesses', late, 'invalid_code', 'too_many_requests')
  const mails = await atOnce(30, () => callLink('code', { token }, elsewhere()))
  t.check(mails.filter(({ ok }) => ok).length <= 5, 'a stranger with a forwarded mail has 30 codes mailed')
})

attack('links that have ended', async (t) => {
  const ends: Record<string, (given: Awaited<ReturnType<typeof mailedLinkWithPassword>>) => Promise<unknown>> = {
    expired: async ({ token }) =>
      change("UPDATE one_tap_links SET expires_at = '2020-01-01' WHERE token_hash = ?", tokenHash(token)),
    'of an archived client': ({ bookkeeper, clientId }) => archive(bookkeeper, clientId, true),
    'of a deleted client': async ({ bookkeeper, clientId }) => {
      await change('DELETE FROM book_client_workforms WHERE client_id = ?', clientId)
      await t.accepts('a deletion', send(bookkeeper, 'DELETE', `/api/clients/${clientId}`))
    },
    'of a firm that turned them off': ({ bookkeeper }) => turnLinks(bookkeeper, false),
    'from before a new password': async ({ email }) =>
      post('/api/auth/client/password', {
        setup_token: await setupToken(email, 'recovery'),
        password: `${CLIENT_PASSWORD}-new`,
        timeZone: 'UTC',
      }),
    'of a record that belongs to another account': async ({ clientId }) => {
      const { userId } = (await mailedLink()).client
      await change('UPDATE book_client_auth SET auth_user_id = ? WHERE client_id = ?', userId, clientId)
    },
  }
  for (const [what, end] of Object.entries(ends)) {
    const given = await mailedLinkWithPassword()
    const device = elsewhere()
    await t.accepts('the link before', openLink(given.token, device))
    await end(given)
    await isDead(t, what, given.token, device)
  }
  const { client, token } = await mailedLink()
  const [opened] = await Promise.all([
    atOnce(10, () => openLink(token, elsewhere())),
    send(client, 'POST', '/api/auth/sessions/end-others'),
  ])
  const sessions = await Promise.all(opened.filter(({ ok }) => ok).map((r) => r.json() as Promise<Session>))
  for (const { session_id } of sessions) {
    const [row] = await rows<{ revoked_at: string | null }>('SELECT revoked_at FROM sessions WHERE id = ?', session_id)
    t.check(row?.revoked_at !== null, 'a link opened while its owner signed out everywhere has a session')
  }
  await isDead(t, 'from before signing out everywhere', token)
})

attack('what a session by link can do', async (t) => {
  const person = await mailedLinkWithPassword()
  const other = await newBookkeeper()
  const offered = await mailedLink(other)
  const { token, clientId } = person
  const phone = elsewhere()
  const { access_token, user } = await t.accepts<Session>('the link', openLink(token, phone))
  t.check(user.client_id === clientId, 'the session is for another record')
  const theirs = new URL(offered.path, 'http://x').searchParams.get('section') ?? ''
  for (const [method, path, body] of [
    ['POST', '/api/auth/password/change', { current_password: 'a guess', new_password: 'another-horse-8' }],
    ['POST', '/api/auth/factors', { password: 'a guess' }],
    ['POST', '/api/auth/passkeys/options', {}],
    ['POST', '/api/auth/passkeys/options', { password: 'a guess' }],
    ['POST', '/api/auth/records/switch', { client_id: offered.client.clientId }],
    ['GET', '/api/clients'],
    ['GET', `/api/portal/sections/${theirs}`],
    ['PUT', '/api/firm-mail/one-tap-links', { on: true }],
  ] as const)
    await t.refuses(`${method} ${path}`, ask(access_token, method, path, body))
  // A right password once does not change what opened the session.
  const proof = { password: CLIENT_PASSWORD }
  await t.accepts('the password', ask(access_token, 'POST', '/api/auth/factors', proof))
  await t.refuses('a passkey afterwards', ask(access_token, 'POST', '/api/auth/passkeys/options', {}))
  const factor = await enrolled(await signedIn(person.person, 'client'), CLIENT_PASSWORD)
  await t.refuses('a passkey without the code', ask(access_token, 'POST', '/api/auth/passkeys/options', proof))
  const challenge = await t.accepts<SecondFactorRequired>('the link with a second factor', openLink(token, phone))
  t.check('second_factor' in challenge, 'a link opens a session without the second factor')
  const thief = elsewhere()
  const stolen = verify(challenge.second_factor, appCode(factor.secret), thief)
  await t.refuses("another browser with the first one's challenge", stolen, 'session_expired')
  await t.refuses('the password of nobody', signIn({ email: unique('x'), password: CLIENT_PASSWORD }, thief, 'client'))
})

attack('new links', async (t) => {
  const { client, token, path } = await mailedLink()
  for (const page of [
    '//evil.example',
    'https://evil.example/client-chat',
    '/client-chat/..',
    '/clients',
    '/client-x#y',
  ])
    await t.refuses(`a link to ${page}`, callLink('renew', { token, path: page }), 'invalid_input')
  await atOnce(20, () => callLink('renew', { token, path }, elsewhere()))
  await nextMail(client.email, 'Your new link')
  await delivered('recipient = ?', `mail:${client.email}`)
  const count = (await mailsTo(client.email)).filter(({ subject }) => subject === 'Your new link').length
  t.check(count <= 6, `20 requests mail ${count} links`)
})
