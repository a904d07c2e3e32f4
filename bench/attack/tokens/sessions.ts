import { cookieOf, nextMail, post, registered, tokenIn } from '../../../worker/src/testing/accounts.ts'
import { bearer } from '../../../worker/src/testing/factors.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'
import { type Attack, Trial } from '../attack.ts'
import { asBearer, opened, refresh, reset } from './ask.ts'

/** Refresh tokens where they do not belong, or no longer. */
export async function refreshTokens(): Promise<Attack> {
  const trial = new Trial('refresh tokens: replayed, mixed, and after the end')
  const [one, two] = [await registered(), await registered()]
  const first = await opened(one)
  const other = await opened(two)
  await trial.refused(
    'an access token as the cookie',
    refresh(`portal_refresh=${first.session.access_token}`),
    'unauthenticated',
  )
  const raw = first.cookie.split('=')[1] ?? ''
  await trial.refused('a refresh token as the access token', asBearer('/api/clients', raw), 'unauthenticated')
  const [mine, theirs] = [raw.split('.'), (other.cookie.split('=')[1] ?? '').split('.')]
  await trial.refused(
    'the own secret with another session',
    refresh(`portal_refresh=${theirs[0]}.${mine[1]}`),
    'unauthenticated',
  )
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

/** Sessions and links that should have ended. */
export async function revocation(): Promise<Attack> {
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
  await trial.refused(
    'the old password',
    post('/api/auth/sign-in', { ...person, portal: 'bookkeeper' }),
    'invalid_credentials',
  )
  const again = { email: person.email, password: changed.new_password }
  const live = await opened(again)
  await trial.good('another reset link', post('/api/auth/password/reset-request', { email: person.email }))
  const older = tokenIn(await nextMail(person.email, 'Set a new password', 1), 'reset')
  await trial.good('and one more', post('/api/auth/password/reset-request', { email: person.email }))
  const newer = tokenIn(await nextMail(person.email, 'Set a new password', 2), 'reset')
  await trial.refused('a link that a newer one replaced', reset(older), 'invalid_link')
  await trial.refused('a reset link as a confirmation', post('/api/auth/confirm', { token: newer }), 'invalid_link')
  await trial.refused(
    'a reset link as an invitation',
    post('/api/auth/invitation/check', { token: newer }),
    'invalid_link',
  )
  await trial.refused('a reset link as an access token', asBearer('/api/clients', newer), 'unauthenticated')
  const used = await Promise.all([1, 2, 3].map((n) => reset(newer, `reset-Password-${n}`)))
  trial.must(used.filter((a) => a.ok).length === 1, `one reset link set ${used.filter((a) => a.ok).length} passwords`)
  await trial.refused('a reset link used before', reset(newer), 'invalid_link')
  await trial.refused('a session from before the reset', refresh(live.cookie), 'unauthenticated')
  const late = await stranger.fetch('/api/auth/sessions', { headers: bearer(live.session) })
  await trial.refused('its access token, where sign-in is touched', late, 'unauthenticated')
  return trial.result()
}
