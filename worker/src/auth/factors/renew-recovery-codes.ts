import { audit } from '../../audit/append.ts'
import type { FullReauthentication, RecoveryCodes } from '@portal/contract/factors'
import type { SignedIn } from '../../context.ts'
import { commit, require } from '../../db/write.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { factorMail } from './mails.ts'
import { reauthenticateFully } from './reauthenticate.ts'

/**
 * Creates ten new recovery codes, which replace the old ones.
 * @throws AppError `not_found` while two-step verification is off, and the errors of `reauthenticateFully`
 */
export async function renewRecoveryCodes(ctx: SignedIn, proof: FullReauthentication): Promise<RecoveryCodes> {
  const owner = await reauthenticateFully(ctx, proof)
  const { userId, role, clientId } = ctx.actor
  const { codes, steps } = replaceRecoveryCodes(ctx, userId)
  await commit(ctx, [
    owner.stillValid,
    ...owner.consumeCode,
    require('not_found', 'EXISTS (SELECT 1 FROM auth_factors WHERE user_id = ? AND verified_at IS NOT NULL)', [userId]),
    ...steps,
    audit(ctx, { action: 'factor.recovery_codes_renewed', subjectType: 'account', subjectId: userId, clientId }),
    sendMail(ctx, factorMail(ctx, { ...owner, role }, 'codes')),
    publishToUser(ctx, userId, 'account.changed', {}),
  ])
  await owner.succeeded()
  return { recovery_codes: codes }
}
