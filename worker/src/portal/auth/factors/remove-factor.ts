import type { FullReauthentication } from '@portal/contract/factors'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authFactors, recoveryCodes } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { reauthenticateFully } from './reauthenticate.ts'
import { reportFactorChange } from './report-change.ts'

/**
 * Turns off two-step verification: deletes the factor, its open challenges and the recovery codes.
 * @throws AppError `not_found` when the factor is not the caller's, and the errors of `reauthenticateFully`
 */
export async function removeFactor(ctx: SignedIn, factorId: string, proof: FullReauthentication): Promise<void> {
  const owner = await reauthenticateFully(ctx, proof)
  const { userId } = ctx.actor
  const own = and(eq(authFactors.id, factorId), eq(authFactors.user_id, userId), isNotNull(authFactors.verified_at))
  await commit(ctx, [
    ...owner.proof,
    step(ctx.db.delete(authFactors).where(own), 'not_found'),
    step(ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))),
    ...reportFactorChange(ctx, ctx.actor, owner.email, 'off', { factor_id: factorId }),
  ])
  await owner.succeeded()
}
