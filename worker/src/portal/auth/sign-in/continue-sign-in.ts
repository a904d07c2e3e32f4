import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { commit } from '../../../platform/db/write.ts'
import { toChallenge, openChallenge } from '../factors/challenges.ts'
import { openSession } from './open-session.ts'
import type { ProvenIdentity, SignInOutcome } from './proven-identity.ts'

/** Opens a session, or stores what the first step has proven in a challenge when a second factor is on. */
export async function continueSignIn(ctx: Context, identity: ProvenIdentity): Promise<SignInOutcome> {
  const { account, portal, link, proof, steps = [] } = identity
  const { id: userId, factorId } = account
  if (factorId === null) return openSession(ctx, identity)
  // A hash of the password hash is enough to notice a change of the password.
  const proven = proof.kind === 'password' ? { kind: 'password', hash: tokenHash(proof.hash) } : proof
  const opened = openChallenge(ctx, { purpose: 'sign-in', userId, factorId, detail: { ...proven, portal, link } })
  await commit(ctx, [...steps, ...opened.steps])
  return { second_factor: toChallenge(factorId, opened) }
}
