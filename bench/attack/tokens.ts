import type { Session } from '@portal/contract/auth'
import {
  CLIENT_PASSWORD,
  cookieOf,
  codeIn,
  mailedCode,
  newRecord,
  nextMail,
  post,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { appCode, bearer, challenged, enrolled, forgetSteps, signedIn, verify } from '../../worker/src/testing/factors.ts'
import { mailsTo, newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { newWork, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { change, createdClient, rows, send } from '../../worker/src/testing/work.ts'
import { until } from '../../worker/src/testing/until.ts'
import { type Attack, Trial } from './attack.ts'
import { claimsOf, forgeries, signed } from './forged.ts'
import type { Target } from './target.ts'

/** Tokens, links, codes and tickets: forged, swapped, used twice, used by others, and used after they should have ended. */

const asBearer = (path: string, token: string) => stranger.fetch(path, { headers: { authorization: `Bearer ${token}` } })
const refresh = (cookie: string, headers: Record<string, string> = {}) => post('/api/auth/refresh', {}, { cookie, ...headers })
const reset = (token: string, password = 'another-Password-8') => post('/api/auth/password/reset', { token, password })

/** Somebody signed in, with the cookie. */
async function opened(credentials: { email: string; password: string }, portal: 'bookkeeper' | 'client' = 'bookkeeper') {
  const answer = await post('/api/auth/sign-in', { ...credentials, portal })
  const cookie = cookieOf(answer)
  return { cookie, session: (await answer.json()) as Session }
}

async function forgedTokens({ secret, url }: Target): Promise<Attack> {
  const trial = new Trial('forged access tokens')
  const [mine, victim] = [await newBookkeeper(), await newBookkeeper()]
  const [client, other] = [await newClient(mine), await newClient(victim)]
  for (const [own, theirs, path] of [
    [mine.token, victim.token, '/api/clients'],
    [client.token, other.token, '/api/portal/workforms'],
    [client.token, mine.token, '/api/clients'],
    [mine.token, client.token, '/api/portal/workforms'],
  ] as const) {
    for (const [what, token] of forgeries(own, secret, claimsOf(theirs))) {
      await trial.refused(`${what} at ${path}`, asBearer(path, token), 'unauthenticated')
    }
  }
  // The live channel takes its token in another place.
  for (const [what, token] of forgeries(client.token, secret, claimsOf(other.token)).filter(([, t]) => /^[\w.-]+$/.test(t))) {
    const answer = await openSocket(`${url.replace('http', 'ws')}/api/realtime`, token)
    trial.must(answer !== 'open', `${what} opens the live channel`)
  }
  const roleless = signed(secret, { ...claimsOf(client.token), client: null })
  await trial.refused('a client without a record', asBearer('/api/portal/workforms', roleless), 'forbidden')
  await trial.refused('a client without a record, where anyone may', asBearer('/api/chat/threads', roleless), 'forbidden')
  return trial.result()
}

/** Opens the live channel. @returns what came of it */
export function openSocket(url: string, token: string): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, ['portal.v1', `token.${token}`])
    socket.addEventListener('open', () => {
      socket.close()
      resolve('open')
    })
    socket.addEventListener('error', () => resolve('refused'))
  })
}

async function refreshTokens(): Promise<Attack> {
  const trial = new Trial('refresh tokens: replayed, mixed, and after the end')
  const [one, two] = [await registered(), await registered()]
  const first = await opened(one)
  const other = await opened(two)
  await trial.refused('an access token as the cookie', refresh(`portal_refresh=${first.session.access_token}`), 'unauthenticated')
  const raw = first.cookie.split('=')[1] ?? ''
  await trial.refused('a refresh token as the access token', asBearer('/api/clients', raw), 'unauthenticated')
  const [mine, theirs] = [raw.split('.'), (other.cookie.split('=')[1] ?? '').split('.')]
  await trial.refused('the own secret with another session', refresh(`portal_refresh=${theirs[0]}.${mine[1]}`), 'unauthenticated')
  // Ids of sessions are no secrets: who knows one alone must not be able to end it.
  await trial.good('that session, after the attempt', refresh(other.cookie))
  const next = await refresh(first.cookie)
  trial.must(next.ok, `the own refresh token answers ${next.status} after attempts with parts of it`)
  await trial.refused('an exchanged token', refresh(first.cookie), 'unauthenticated')
  await trial.refused('its successor, after the replay', refresh(cookieOf(next)), 'unauthenticated')
  const parallel = await opened(one)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(parallel.cookie)))
  trial.must(answers.filter((a) => a.ok).length <= 1, 'one token was exchanged twice at once')
  const won = answers.find((a) => a.ok)
  if (won) await trial.refused('the one that won, after nineteen replays', refresh(cookieOf(won)), 'unauthenticated')
  const gone = await opened(one)
  await trial.good('sign-out', post('/api/auth/sign-out', {}, { cookie: gone.cookie }))
  await trial.refused('a refresh after signing out', refresh(gone.cookie), 'unauthenticated')
  await trial.refused(
    'sessions, after signing out',
    stranger.fetch('/api/auth/sessions', { headers: bearer(gone.session) }),
    'unauthenticated',
  )
  return trial.result()
}

async function revocation(): Promise<Attack> {
  const trial = new Trial('what a change of password must end')
  const person = await registered()
  const [here, there] = [await opened(person), await opened(person)]
  await trial.good('a reset link', post('/api/auth/password/reset-request', { email: person.email }))
  const before = tokenIn(await nextMail(person.email, 'Set a new password'), 'reset')
  const changed = { current_password: person.password, new_password: 'changed-Password-1' }
  await trial.good('the change', post('/api/auth/password/change', changed, bearer(here.session)))
  await trial.refused('another session, after the change', refresh(there.cookie), 'unauthenticated')
  await trial.good('the own session, after the change', refresh(here.cookie))
  await trial.refused('a reset link from before the change', reset(before), 'invalid_link')
  await trial.refused('the old password', post('/api/auth/sign-in', { ...person, portal: 'bookkeeper' }), 'invalid_credentials')
  const again = { email: person.email, password: changed.new_password }
  const live = await opened(again)
  await trial.good('another reset link', post('/api/auth/password/reset-request', { email: person.email }))
  const older = tokenIn(await nextMail(person.email, 'Set a new password', 1), 'reset')
  await trial.good('and one more', post('/api/auth/password/reset-request', { email: person.email }))
  const newer = tokenIn(await nextMail(person.email, 'Set a new password', 2), 'reset')
  await trial.refused('a link that a newer one replaced', reset(older), 'invalid_link')
  await trial.refused('a reset link as a confirmation', post('/api/auth/confirm', { token: newer }), 'invalid_link')
  await trial.refused('a reset link as an invitation', post('/api/auth/invitation/check', { token: newer }), 'invalid_link')
  await trial.refused('a reset link as an access token', asBearer('/api/clients', newer), 'unauthenticated')
  const used = await Promise.all([1, 2, 3].map((n) => reset(newer, `reset-Password-${n}`)))
  trial.must(used.filter((a) => a.ok).length === 1, `one reset link set ${used.filter((a) => a.ok).length} passwords`)
  await trial.refused('a reset link used before', reset(newer), 'invalid_link')
  await trial.refused('a session from before the reset', refresh(live.cookie), 'unauthenticated')
  const late = await stranger.fetch('/api/auth/sessions', { headers: bearer(live.session) })
  await trial.refused('its access token, where sign-in is touched', late, 'unauthenticated')
  return trial.result()
}

async function clientProofs(): Promise<Attack> {
  const trial = new Trial('codes and invitations of clients')
  const bookkeeper = await newBookkeeper()
  const check = (email: string, purpose: string, code: string) => post('/api/auth/client/code/check', { email, purpose, code })
  const set = (setup_token: string, password = CLIENT_PASSWORD) =>
    post('/api/auth/client/password', { setup_token, password, timeZone: 'UTC' })
  const [ann, bob] = [await newRecord(bookkeeper), await newRecord(bookkeeper)]
  const code = await mailedCode(ann.email, 'signup')
  await trial.refused('a code for another purpose', check(ann.email, 'recovery', code), 'invalid_code')
  await trial.refused('a code for another address', check(bob.email, 'signup', code), 'invalid_code')
  const answer = await trial.good<{ setup_token: string }>('the code', check(ann.email, 'signup', code))
  const token = answer?.setup_token ?? ''
  await trial.refused('the code once more', check(ann.email, 'signup', code), 'invalid_code')
  await trial.refused('the token of a code as an access token', asBearer('/api/portal/workforms', token), 'unauthenticated')
  await trial.refused(
    'the token of a code as an invitation',
    post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD }),
    'invalid_link',
  )
  const twice = await Promise.all([1, 2, 3].map((n) => set(token, `${CLIENT_PASSWORD}-${n}`)))
  trial.must(twice.filter((a) => a.ok).length === 1, `one token set ${twice.filter((a) => a.ok).length} passwords`)
  await trial.refused('the token once more', set(token), 'session_expired')
  const first = await mailedCode(bob.email, 'signup')
  const second = codeIn(
    (await post('/api/auth/client/code', { email: bob.email, purpose: 'signup' }), await nextMail(bob.email, 'Your verification code', 1)),
  )
  if (first !== second) await trial.refused('a code that a newer one voided', check(bob.email, 'signup', first), 'invalid_code')
  await change("UPDATE verification_codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE email = ?", bob.email)
  await trial.refused('a code that has run out', check(bob.email, 'signup', second), 'invalid_code')
  const client = await signedUpClient(bookkeeper)
  const stale = await setupToken(client.email, 'recovery')
  const session = await signedIn({ email: client.email, password: CLIENT_PASSWORD }, 'client')
  const changed = { current_password: CLIENT_PASSWORD, new_password: 'changed-Password-1' }
  await trial.good('a change of password', post('/api/auth/password/change', changed, bearer(session)))
  await trial.refused('a token of a code from before the change', set(stale), 'session_expired')
  await invitations(trial)
  return trial.result()
}

async function invitations(trial: Trial): Promise<void> {
  const bookkeeper = await newBookkeeper()
  const accept = (token: string) => post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD })
  const tokenFor = async (email: string, than = 0): Promise<string> => {
    const mails = await until('the invitation', async () => {
      const found = (await mailsTo(email)).filter((m) => m.text.includes('/client-setup?token='))
      return found.length > than ? found : undefined
    })
    return mails[0] ? tokenIn(mails[0], 'token') : ''
  }
  const ann = await createdClient(bookkeeper)
  const first = await tokenFor(ann.email)
  await trial.good('another invitation', send(bookkeeper, 'POST', `/api/clients/${ann.id}/invitation`))
  const second = await tokenFor(ann.email, 1)
  await trial.refused('an invitation that a newer one voided', accept(first), 'invalid_link')
  const answers = await Promise.all([1, 2, 3].map(() => accept(second)))
  trial.must(answers.filter((a) => a.ok).length === 1, `one invitation was accepted ${answers.filter((a) => a.ok).length} times`)
  await trial.refused('an invitation used before', accept(second), 'invalid_link')
  const bob = await createdClient(bookkeeper)
  const moved = await tokenFor(bob.email)
  const edit = { name: bob.name, email: `moved-${bob.email}`, phone: '1', company: null, status: 'new', updated_at: bob.updated_at }
  await trial.good('a new address', send(bookkeeper, 'PATCH', `/api/clients/${bob.id}`, edit))
  await trial.refused('an invitation to an address that was changed', accept(moved), 'invalid_link')
  const cam = await createdClient(bookkeeper)
  const orphan = await tokenFor(cam.email)
  await trial.good('a deletion', send(bookkeeper, 'DELETE', `/api/clients/${cam.id}`))
  await trial.refused('an invitation of a client who was deleted', accept(orphan), 'invalid_link')
}

async function secondFactors(): Promise<Attack> {
  const trial = new Trial('second factors')
  const [ann, eve] = [await registered(), await registered()]
  const [annSession, eveSession] = [await signedIn(ann), await signedIn(eve)]
  const [hers, evil] = [await enrolled(annSession, ann.password), await enrolled(eveSession, eve.password)]
  const challenge = await challenged(ann)
  await trial.refused('a challenge as an access token', asBearer('/api/clients', challenge.challenge), 'unauthenticated')
  await trial.refused("one's own code at another's challenge", verify(challenge, appCode(evil.secret)), 'invalid_code')
  await trial.refused(
    "another's challenge with one's own factor",
    verify({ ...challenge, factor_id: evil.factorId }, appCode(evil.secret)),
    'session_expired',
  )
  await trial.refused("one's own recovery code at another's challenge", verify(challenge, evil.codes[0] ?? ''), 'invalid_code')
  const code = appCode(hers.secret)
  await trial.good('the right code', verify(challenge, code))
  await trial.refused('the challenge once more', verify(challenge, appCode(hers.secret, 1)), 'session_expired')
  await trial.refused('the code once more, at a new challenge', verify(await challenged(ann), code), 'invalid_code')
  await forgetSteps(annSession.user.id)
  const both = await challenged(ann)
  const raced = await Promise.all(Array.from({ length: 5 }, () => verify(both, appCode(hers.secret))))
  trial.must(raced.filter((a) => a.ok).length === 1, `one code opened ${raced.filter((a) => a.ok).length} sessions at once`)
  const recovery = hers.codes[0] ?? ''
  const challenges = await Promise.all([challenged(ann), challenged(ann), challenged(ann)])
  const spent = await Promise.all(challenges.map((c) => verify(c, recovery)))
  trial.must(spent.filter((a) => a.ok).length === 1, `one recovery code opened ${spent.filter((a) => a.ok).length} sessions`)
  await trial.refused('a recovery code once more', verify(await challenged(ann), recovery), 'invalid_code')
  const waiting = await challenged(eve)
  await trial.good('a reset', post('/api/auth/password/reset-request', { email: eve.email }))
  await trial.good('and the new password', reset(tokenIn(await nextMail(eve.email, 'Set a new password'), 'reset')))
  await forgetSteps(eveSession.user.id)
  await trial.refused('a challenge from before a new password', verify(waiting, appCode(evil.secret)), 'session_expired')
  return trial.result()
}

async function tickets(): Promise<Attack> {
  const trial = new Trial('download tickets and links of mails')
  const { bookkeeper, client, first, workform } = await newWork()
  const file = await uploaded(client, first.id, 'passport.pdf')
  await submit(client, first.id, { name: 'Ann', scan: [file] })
  const take = async () =>
    (await trial.good<{ path: string }>('a ticket', send(bookkeeper, 'POST', '/api/downloads', { workform: workform.id })))?.path ?? ''
  const ticket = await take()
  const got = await Promise.all(Array.from({ length: 20 }, async () => (await stranger.fetch(ticket)).status))
  trial.must(got.filter((s) => s === 200).length === 1, `one ticket was good ${got.filter((s) => s === 200).length} times`)
  const old = await take()
  await change("UPDATE download_tickets SET expires_at = '2020-01-01T00:00:00.000Z'")
  await trial.refused('a ticket that has run out', stranger.fetch(old), 'not_found')
  const late = await take()
  await trial.refused('a ticket as an access token', asBearer('/api/clients', late.split('/').at(-1) ?? ''), 'unauthenticated')
  await trial.good('the workform is taken away', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await trial.refused('a ticket to what is no longer there', stranger.fetch(late), 'not_found')
  const address = 'somebody@example.com'
  const body = Buffer.from(JSON.stringify([address, 'messages'])).toString('base64url')
  for (const token of [body, `${body}.`, `${body}.${'A'.repeat(43)}`, `.${'A'.repeat(43)}`, '.', 'x'.repeat(400)]) {
    await trial.refused('a link of a mail that was made up', post(`/api/mail/link/off?token=${encodeURIComponent(token)}`, {}))
  }
  trial.must(
    (await rows('SELECT 1 FROM mail_switches WHERE address = ?', address)).length === 0,
    'a link that was made up switched mail off',
  )
  return trial.result()
}

/** The attacks of this part. */
export async function attackTokens(target: Target): Promise<Attack[]> {
  return [
    await forgedTokens(target),
    await refreshTokens(),
    await revocation(),
    await clientProofs(),
    await secondFactors(),
    await tickets(),
  ]
}
