import type { FullReauthentication } from '@portal/contract/factors'
import { and, eq, isNotNull } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { SignedIn } from '../../context.ts'
import { authFactors, recoveryCodes } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { factorMail } from './mails.ts'
import { reauthenticateFully } from './reauthenticate.ts'

/**
 * Turns off two-step verification: deletes the factor, its open challenges and the recovery codes.
 * @throws AppError `not_found` when the factor is not the caller's, and the errors of `reauthenticateFully`
 */
export async function removeFactor(ctx: SignedIn, factorId: string, proof: FullReauthentication): Promise<void> {
  const owner = await reauthenticateFully(ctx, proof)
  const { userId, role, clientId } = ctx.actor
  const own = and(eq(authFactors.id, factorId), eq(authFactors.user_id, userId), isNotNull(authFactors.verified_at))
  await commit(ctx, [
    owner.stillValid,
    ...owner.consumeCode,
    step(ctx.db.delete(authFactors).where(own), 'not_found'),
    step(ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))),
    audit(ctx, {
      action: 'factor.turned_off',
      subjectType: 'account',
      subjectId: userId,
      clientId,
      detail: { factor_id: factorId },
    }),
    sendMail(ctx, factorMail(ctx, { ...owner, role }, 'off')),
    publishToUser(ctx, userId, 'account.changed', {}),
  ])
  await owner.succeeded()
}
