import {
  CLIENT_PASSWORD,
  codeIn,
  mailedCode,
  newRecord,
  nextMail,
  post,
  setupToken,
  signedUpClient,
} from '../../../worker/src/testing/accounts.ts'
import { bearer, signedIn } from '../../../worker/src/testing/factors.ts'
import { newBookkeeper } from '../../../worker/src/testing/portal.ts'
import { change } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { asBearer } from './ask.ts'
import { invitations } from './invitations.ts'

/** Codes and what they give, for another purpose, for somebody else, and once more. */
export async function clientProofs(): Promise<Attack> {
  const trial = new Trial('codes and invitations of clients')
  const bookkeeper = await newBookkeeper()
  const check = (email: string, purpose: string, code: string) =>
    post('/api/auth/client/code/check', { email, purpose, code })
  const set = (setup_token: string, password = CLIENT_PASSWORD) =>
    post('/api/auth/client/password', { setup_token, password, timeZone: 'UTC' })
  const [ann, bob] = [await newRecord(bookkeeper), await newRecord(bookkeeper)]
  const code = await mailedCode(ann.email, 'signup')
  await trial.refused('a code for another purpose', check(ann.email, 'recovery', code), 'invalid_code')
  await trial.refused('a code for another address', check(bob.email, 'signup', code), 'invalid_code')
  const answer = await trial.good<{ setup_token: string }>('the code', check(ann.email, 'signup', code))
  const token = answer?.setup_token ?? ''
  await trial.refused('the code once more', check(ann.email, 'signup', code), 'invalid_code')
  await trial.refused(
    'the token of a code as an access token',
    asBearer('/api/portal/workforms', token),
    'unauthenticated',
  )
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
    (await post('/api/auth/client/code', { email: bob.email, purpose: 'signup' }),
    await nextMail(bob.email, 'Your verification code', 1)),
  )
  if (first !== second)
    await trial.refused('a code that a newer one voided', check(bob.email, 'signup', first), 'invalid_code')
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
