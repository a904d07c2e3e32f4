import {
  CLIENT_PASSWORD,
  cookieOf,
  mailedCode,
  newRecord,
  nextMail,
  post,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { appCode, challenged, enrolled, forgetSteps, signedIn, verify } from '../../worker/src/testing/factors.ts'
import { mailsTo, newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { newWork, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { until } from '../../worker/src/testing/until.ts'
import { change, createdClient, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { newSession, signIn } from './lib/people.ts'
import { atOnce, drain, opensLiveConnection } from './lib/requests.ts'
import { claimsOf, forgeries, signed } from './tokens/forgeries.ts'

/** Tokens, links, codes and tickets: forged, swapped, used twice, used by others, and used after they have ended. */

const refresh = (cookie: string) => post('/api/auth/refresh', {}, { cookie })
const sessionsOf = (token: string) => ask(token, 'GET', '/api/auth/sessions')
const changePassword = (current_password: string, token: string) =>
  ask(token, 'POST', '/api/auth/password/change', { current_password, new_password: 'changed-Password-1' })
const resetPassword = (token: string, password = 'another-Password-8') =>
  post('/api/auth/password/reset', { token, password })

/** Requests a link to reset a password and reads it from the mailbox. `earlier`: number of links before. */
async function resetToken(email: string, earlier = 0): Promise<string> {
  await drain(post('/api/auth/password/reset-request', { email }))
  return tokenIn(await nextMail(email, 'Set a new password', earlier), 'reset')
}

attack('forged access tokens', async (t, { secret }) => {
  const [mine, victim] = [await newBookkeeper(), await newBookkeeper()]
  const [client, other] = [await newClient(mine), await newClient(victim)]
  for (const [own, theirs, path] of [
    [mine.token, victim.token, '/api/clients'],
    [client.token, other.token, '/api/portal/workforms'],
    [client.token, mine.token, '/api/clients'],
    [mine.token, client.token, '/api/portal/workforms'],
  ] as const) {
    for (const [what, token] of Object.entries(forgeries(own, secret, claimsOf(theirs))))
      await t.refuses(`${what} at ${path}`, ask(token, 'GET', path), 'unauthenticated')
  }
  for (const [what, token] of Object.entries(forgeries(client.token, secret, claimsOf(other.token))))
    if (/^[\w.-]+$/.test(token)) t.check(!(await opensLiveConnection(token)), `${what} opens a live connection`)
  const withoutRecord = signed(secret, { ...claimsOf(client.token), client: null })
  for (const path of ['/api/portal/workforms', '/api/chat/threads'])
    await t.refuses(`a client without a record at ${path}`, ask(withoutRecord, 'GET', path), 'forbidden')
})

attack('refresh tokens: replayed, mixed, and after the end', async (t) => {
  const person = await registered()
  const { cookie, session } = await newSession(person)
  const other = await newSession(await registered())
  const accessToken = `portal_refresh=${session.access_token}`
  await t.refuses('an access token as a refresh token', refresh(accessToken), 'unauthenticated')
  const refreshToken = cookie.split('=')[1] ?? ''
  await t.refuses('a refresh token as an access token', ask(refreshToken, 'GET', '/api/clients'), 'unauthenticated')
  const [otherId] = other.cookie.split('.')
  const mixed = `${otherId}.${refreshToken.split('.')[1]}`
  await t.refuses('a secret with the id of another session', refresh(mixed), 'unauthenticated')
  // Ids of sessions are not secret: knowing the id must not be enough to end the session.
  await t.accepts('the other session afterwards', refresh(other.cookie))
  const next = await refresh(cookie)
  t.check(next.ok, `the right token after attempts with parts of it: ${next.status}`)
  await t.refuses('a used token', refresh(cookie), 'unauthenticated')
  await t.refuses('its successor after the replay', refresh(cookieOf(next)), 'unauthenticated')

  const raced = await newSession(person)
  const cookies: string[] = []
  await t.race('refreshing a session', async () => {
    const response = await refresh(raced.cookie)
    if (response.ok) cookies.push(cookieOf(response))
    return response
  })
  await t.refuses('the successor after nineteen replays', refresh(cookies[0] ?? ''), 'unauthenticated')
  const ended = await newSession(person)
  await t.accepts('signing out', post('/api/auth/sign-out', {}, { cookie: ended.cookie }))
  await t.refuses('a refresh after signing out', refresh(ended.cookie), 'unauthenticated')
  await t.refuses('sessions after signing out', sessionsOf(ended.session.access_token), 'unauthenticated')
})

attack('what a new password ends', async (t) => {
  const person = await registered()
  const [here, there] = [await newSession(person), await newSession(person)]
  const early = await resetToken(person.email)
  await t.accepts('the change', changePassword(person.password, here.session.access_token))
  await t.refuses('another session after the change', refresh(there.cookie), 'unauthenticated')
  await t.accepts('the own session after the change', refresh(here.cookie))
  await t.refuses('a link from before the change', resetPassword(early), 'invalid_link')
  await t.refuses('the old password', signIn(person), 'invalid_credentials')

  const live = await newSession({ email: person.email, password: 'changed-Password-1' })
  const older = await resetToken(person.email, 1)
  const token = await resetToken(person.email, 2)
  await t.refuses('a link that a newer one replaced', resetPassword(older), 'invalid_link')
  await t.refuses('a reset link as a confirmation', post('/api/auth/confirm', { token }), 'invalid_link')
  await t.refuses('a reset link as an invitation', post('/api/auth/invitation/check', { token }), 'invalid_link')
  await t.refuses('a reset link as an access token', ask(token, 'GET', '/api/clients'), 'unauthenticated')
  await t.race('using a reset link', (i) => resetPassword(token, `reset-Password-${i}`), { times: 3 })
  await t.refuses('a used reset link', resetPassword(token), 'invalid_link')
  await t.refuses('a session from before the reset', refresh(live.cookie), 'unauthenticated')
  await t.refuses('its access token at the sessions', sessionsOf(live.session.access_token), 'unauthenticated')
})

attack('codes of clients', async (t) => {
  const bookkeeper = await newBookkeeper()
  const check = (email: string, purpose: string, code: string) =>
    post('/api/auth/client/code/check', { email, purpose, code })
  const setPassword = (setup_token: string, password = CLIENT_PASSWORD) =>
    post('/api/auth/client/password', { setup_token, password, timeZone: 'UTC' })
  const [ann, bob] = [await newRecord(bookkeeper), await newRecord(bookkeeper)]
  const code = await mailedCode(ann.email, 'signup')
  await t.refuses('a code for another purpose', check(ann.email, 'recovery', code), 'invalid_code')
  await t.refuses('a code for another address', check(bob.email, 'signup', code), 'invalid_code')
  const { setup_token: token } = await t.accepts<{ setup_token: string }>('the code', check(ann.email, 'signup', code))
  await t.refuses('a used code', check(ann.email, 'signup', code), 'invalid_code')
  await t.refuses('a setup token as an access token', ask(token, 'GET', '/api/portal/workforms'), 'unauthenticated')
  const accepted = post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD })
  await t.refuses('a setup token as an invitation', accepted, 'invalid_link')
  await t.race('using a setup token', (i) => setPassword(token, `${CLIENT_PASSWORD}-${i}`), { times: 3 })
  await t.refuses('a used setup token', setPassword(token), 'session_expired')

  const first = await mailedCode(bob.email, 'signup')
  const second = await mailedCode(bob.email, 'signup', 1)
  if (first !== second)
    await t.refuses('a code that a newer one replaced', check(bob.email, 'signup', first), 'invalid_code')
  await change("UPDATE verification_codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE email = ?", bob.email)
  await t.refuses('an expired code', check(bob.email, 'signup', second), 'invalid_code')
  const client = await signedUpClient(bookkeeper)
  const early = await setupToken(client.email, 'recovery')
  const { access_token } = await signedIn({ email: client.email, password: CLIENT_PASSWORD }, 'client')
  await t.accepts('a change of password', changePassword(CLIENT_PASSWORD, access_token))
  await t.refuses('a setup token from before the change', setPassword(early), 'session_expired')
})

attack('invitations', async (t) => {
  const bookkeeper = await newBookkeeper()
  const accept = (token: string) => post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD })
  const invitationTo = (email: string, earlier = 0): Promise<string> =>
    until('the invitation', async () => {
      const mails = (await mailsTo(email)).filter((mail) => mail.text.includes('/client-setup?token='))
      return mails[0] && mails.length > earlier ? tokenIn(mails[0], 'token') : undefined
    })
  const ann = await createdClient(bookkeeper)
  const first = await invitationTo(ann.email)
  await t.accepts('another invitation', send(bookkeeper, 'POST', `/api/clients/${ann.id}/invitation`))
  const second = await invitationTo(ann.email, 1)
  await t.refuses('an invitation that a newer one replaced', accept(first), 'invalid_link')
  await t.race('accepting an invitation', () => accept(second), { times: 3 })
  await t.refuses('a used invitation', accept(second), 'invalid_link')

  const bob = await createdClient(bookkeeper)
  const moved = await invitationTo(bob.email)
  const { name, updated_at } = bob
  const edit = { name, email: `moved-${bob.email}`, phone: '1', company: null, status: 'new', updated_at }
  await t.accepts('a new address', send(bookkeeper, 'PATCH', `/api/clients/${bob.id}`, edit))
  await t.refuses('an invitation to the old address', accept(moved), 'invalid_link')
  const cam = await createdClient(bookkeeper)
  const orphan = await invitationTo(cam.email)
  await t.accepts('a deletion', send(bookkeeper, 'DELETE', `/api/clients/${cam.id}`))
  await t.refuses('an invitation of a deleted client', accept(orphan), 'invalid_link')
})

attack('second factors', async (t) => {
  const [ann, eve] = [await registered(), await registered()]
  const [annSession, eveSession] = [await signedIn(ann), await signedIn(eve)]
  const [hers, evil] = [await enrolled(annSession, ann.password), await enrolled(eveSession, eve.password)]
  const challenge = await challenged(ann)
  const otherFactor = { ...challenge, factor_id: evil.factorId }
  await t.refuses('a challenge as an access token', ask(challenge.challenge, 'GET', '/api/clients'), 'unauthenticated')
  await t.refuses("a code of another person's factor", verify(challenge, appCode(evil.secret)), 'invalid_code')
  await t.refuses("another person's factor", verify(otherFactor, appCode(evil.secret)), 'session_expired')
  await t.refuses("another person's recovery code", verify(challenge, evil.codes[0] ?? ''), 'invalid_code')
  const code = appCode(hers.secret)
  await t.accepts('the right code', verify(challenge, code))
  await t.refuses('a used challenge', verify(challenge, appCode(hers.secret, 1)), 'session_expired')
  await t.refuses('a used code', verify(await challenged(ann), code), 'invalid_code')
  await forgetSteps(annSession.user.id)
  const raced = await challenged(ann)
  await t.race('using a code', () => verify(raced, appCode(hers.secret)), { times: 5 })

  const recovery = hers.codes[0] ?? ''
  const challenges = await Promise.all([challenged(ann), challenged(ann), challenged(ann)])
  await t.race('using a recovery code', (i) => verify(challenges[i] ?? challenge, recovery), { times: 3 })
  await t.refuses('a used recovery code', verify(await challenged(ann), recovery), 'invalid_code')
  const early = await challenged(eve)
  await t.accepts('a new password', resetPassword(await resetToken(eve.email)))
  await forgetSteps(eveSession.user.id)
  await t.refuses('a challenge from before the new password', verify(early, appCode(evil.secret)), 'session_expired')
})

attack('download tickets and links of mails', async (t) => {
  const { bookkeeper, client, first, workform } = await newWork()
  const file = await uploaded(client, first.id, 'passport.pdf')
  await submit(client, first.id, { name: 'Ann', scan: [file] })
  const newTicket = async () => {
    const response = send(bookkeeper, 'POST', '/api/downloads', { workform: workform.id })
    return (await t.accepts<{ path: string }>('a ticket', response)).path
  }
  const ticket = await newTicket()
  const downloads = await atOnce(20, () => stranger.fetch(ticket))
  const used = downloads.filter(({ ok }) => ok).length
  t.check(used === 1, `one ticket works ${used} times`)
  const expired = await newTicket()
  await change("UPDATE download_tickets SET expires_at = '2020-01-01T00:00:00.000Z'")
  await t.refuses('an expired ticket', stranger.fetch(expired), 'not_found')
  const late = await newTicket()
  const token = late.split('/').at(-1) ?? ''
  await t.refuses('a ticket as an access token', ask(token, 'GET', '/api/clients'), 'unauthenticated')
  const assignment = `/api/clients/${client.clientId}/workforms/${workform.id}`
  await t.accepts('removing the workform', send(bookkeeper, 'DELETE', assignment))
  await t.refuses('a ticket for a removed workform', stranger.fetch(late), 'not_found')

  const address = 'somebody@example.com'
  const body = Buffer.from(JSON.stringify([address, 'messages'])).toString('base64url')
  const mac = 'A'.repeat(43)
  for (const forged of [body, `${body}.`, `${body}.${mac}`, `.${mac}`, '.', 'x'.repeat(400)])
    await t.refuses('a forged link', post(`/api/mail/link/off?token=${encodeURIComponent(forged)}`, {}))
  t.check((await countRows('mail_switches WHERE address = ?', address)) === 0, 'a forged link turned mails off')
})
