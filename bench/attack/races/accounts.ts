import type { Session } from '@portal/contract/auth'
import type { Challenge, Enrolment } from '@portal/contract/factors'
import {
  mailedCode,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  tokenIn,
} from '../../../worker/src/testing/accounts.ts'
import { appCode, bearer, signedIn } from '../../../worker/src/testing/factors.ts'
import { newBookkeeper, stranger } from '../../../worker/src/testing/portal.ts'
import { type Attack, Trial } from '../attack.ts'
import { entries, many, N, race, times } from './race.ts'

/** What somebody proves about themselves, many times at once. */
export async function accounts(): Promise<Attack> {
  const trial = new Trial('accounts: signed up, confirmed, codes, sessions, second factors')
  const person = newSignUp()
  await race(
    trial,
    'one sign-up',
    1,
    times(5, () => post('/api/auth/sign-up', person)),
  )
  trial.must((await many('FROM auth_users WHERE email = ?', person.email)) === 1, 'one address has two accounts')
  trial.must(
    (await many(
      "FROM email_links l JOIN auth_users u ON u.id = l.user_id WHERE u.email = ? AND l.purpose = 'confirm'",
      person.email,
    )) === 1,
    'one sign-up got two links',
  )
  const token = tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
  await race(
    trial,
    'one confirmation',
    1,
    times(N, () => post('/api/auth/confirm', { token })),
  )
  const { email } = await newRecord(await newBookkeeper())
  const code = await mailedCode(email, 'signup')
  await race(
    trial,
    'one code',
    1,
    times(5, () => post('/api/auth/client/code/check', { email, purpose: 'signup', code })),
  )
  const owner = await registered()
  const [here, there]: [Session, Session] = [await signedIn(owner), await signedIn(owner)]
  await race(
    trial,
    'ending one session',
    1,
    times(N, () =>
      stranger.fetch(`/api/auth/sessions/${there.session_id}`, { method: 'DELETE', headers: bearer(here) }),
    ),
  )
  trial.must((await entries('session.revoked', there.user.id)) === 1, 'one session ended twice')
  const { id, secret } = (await (
    await post('/api/auth/factors', { password: owner.password }, bearer(here))
  ).json()) as Enrolment
  const { challenge } = (await (await post(`/api/auth/factors/${id}/challenge`, {}, bearer(here))).json()) as Challenge
  const verify = () => post(`/api/auth/factors/${id}/verify`, { challenge, code: appCode(secret) })
  await race(trial, 'turning a second factor on', 1, times(5, verify))
  trial.must(
    (await many('FROM recovery_codes WHERE user_id = ?', here.user.id)) === 10,
    'there are not ten recovery codes',
  )
  const passwords = times(4, (i) =>
    post(
      '/api/auth/password/change',
      { current_password: owner.password, new_password: `changed-${i}-Password` },
      bearer(here),
    ),
  )
  await race(trial, 'one change of password', 1, passwords)
  return trial.result('races and checks')
}
