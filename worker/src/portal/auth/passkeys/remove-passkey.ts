import type { FullReauthentication } from '@portal/contract/factors'
import type { SignedIn } from '../../../context.ts'
import { passkeys } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { reportFactorChange } from '../factors/report-change.ts'
import { isOwnPasskey } from './own-passkey.ts'

/**
 * Removes a passkey, and mails the owner.
 * @throws AppError `not_found` when it is not the caller's, and the errors of `reauthenticateFully`
 */
export async function removePasskey(ctx: SignedIn, id: string, proof: FullReauthentication): Promise<void> {
  const owner = await reauthenticateFully(ctx, proof)
  await commit(ctx, [
    ...owner.proof,
    step(ctx.db.delete(passkeys).where(isOwnPasskey(ctx, id)), 'not_found'),
    ...reportFactorChange(ctx, ctx.actor, owner.email, 'passkey_removed', { passkey_id: id }),
  ])
  await owner.succeeded()
}
