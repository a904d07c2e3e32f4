import type { SecondFactorRequired } from '@portal/contract/factors'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { commit } from '../../db/write.ts'
import { challengeAnswer, openChallenge } from '../factors/challenges.ts'
import type { ProvenIdentity } from './proven-identity.ts'

/** Stores what the first step has proven, and opens a challenge for the second factor. */
export async function requestSecondFactor(
  ctx: Context,
  factorId: string,
  identity: ProvenIdentity,
): Promise<SecondFactorRequired> {
  const { account, portal, link, proof, steps = [] } = identity
  // A hash of the password hash is enough to notice a change of the password.
  const proven = proof.kind === 'password' ? { kind: 'password', hash: tokenHash(proof.hash) } : proof
  const opened = openChallenge(ctx, {
    purpose: 'sign-in',
    userId: account.id,
    factorId,
    detail: { ...proven, portal, link },
  })
  await commit(ctx, [...steps, ...opened.steps])
  return { second_factor: challengeAnswer(factorId, opened) }
}
