import type { FullReauthentication, RecoveryCodes } from '@portal/contract/factors'
import { exists } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { check, commit } from '../../../platform/db/write.ts'
import { verifiedFactor } from './challenges.ts'
import { reauthenticateFully } from './reauthenticate.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { reportFactorChange } from './report-change.ts'

/**
 * Creates ten new recovery codes, which replace the old ones.
 * @throws AppError `not_found` while two-step verification is off, and the errors of `reauthenticateFully`
 */
export async function renewRecoveryCodes(ctx: SignedIn, proof: FullReauthentication): Promise<RecoveryCodes> {
  const owner = await reauthenticateFully(ctx, proof)
  const { codes, steps } = replaceRecoveryCodes(ctx, ctx.actor.userId)
  await commit(ctx, [
    ...owner.proof,
    check('not_found', exists(verifiedFactor(ctx.db, ctx.actor.userId))),
    ...steps,
    ...reportFactorChange(ctx, ctx.actor, owner.email, 'codes'),
  ])
  await owner.succeeded()
  return { recovery_codes: codes }
}
