import { nextMail, post, registered, tokenIn } from '../../../worker/src/testing/accounts.ts'
import { appCode, challenged, enrolled, forgetSteps, signedIn, verify } from '../../../worker/src/testing/factors.ts'
import { type Attack, Trial } from '../attack.ts'
import { asBearer, reset } from './ask.ts'

/** Challenges and codes of second factors, mixed and once more. */
export async function secondFactors(): Promise<Attack> {
  const trial = new Trial('second factors')
  const [ann, eve] = [await registered(), await registered()]
  const [annSession, eveSession] = [await signedIn(ann), await signedIn(eve)]
  const [hers, evil] = [await enrolled(annSession, ann.password), await enrolled(eveSession, eve.password)]
  const challenge = await challenged(ann)
  await trial.refused(
    'a challenge as an access token',
    asBearer('/api/clients', challenge.challenge),
    'unauthenticated',
  )
  await trial.refused("one's own code at another's challenge", verify(challenge, appCode(evil.secret)), 'invalid_code')
  await trial.refused(
    "another's challenge with one's own factor",
    verify({ ...challenge, factor_id: evil.factorId }, appCode(evil.secret)),
    'session_expired',
  )
  await trial.refused(
    "one's own recovery code at another's challenge",
    verify(challenge, evil.codes[0] ?? ''),
    'invalid_code',
  )
  const code = appCode(hers.secret)
  await trial.good('the right code', verify(challenge, code))
  await trial.refused('the challenge once more', verify(challenge, appCode(hers.secret, 1)), 'session_expired')
  await trial.refused('the code once more, at a new challenge', verify(await challenged(ann), code), 'invalid_code')
  await forgetSteps(annSession.user.id)
  const both = await challenged(ann)
  const raced = await Promise.all(Array.from({ length: 5 }, () => verify(both, appCode(hers.secret))))
  trial.must(
    raced.filter((a) => a.ok).length === 1,
    `one code opened ${raced.filter((a) => a.ok).length} sessions at once`,
  )
  const recovery = hers.codes[0] ?? ''
  const challenges = await Promise.all([challenged(ann), challenged(ann), challenged(ann)])
  const spent = await Promise.all(challenges.map((c) => verify(c, recovery)))
  trial.must(
    spent.filter((a) => a.ok).length === 1,
    `one recovery code opened ${spent.filter((a) => a.ok).length} sessions`,
  )
  await trial.refused('a recovery code once more', verify(await challenged(ann), recovery), 'invalid_code')
  const waiting = await challenged(eve)
  await trial.good('a reset', post('/api/auth/password/reset-request', { email: eve.email }))
  await trial.good('and the new password', reset(tokenIn(await nextMail(eve.email, 'Set a new password'), 'reset')))
  await forgetSteps(eveSession.user.id)
  await trial.refused(
    'a challenge from before a new password',
    verify(waiting, appCode(evil.secret)),
    'session_expired',
  )
  return trial.result()
}
