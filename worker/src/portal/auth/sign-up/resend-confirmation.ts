import type { Context } from '../../../context.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { mailWithoutRevealing } from '../mail-without-revealing.ts'
import { confirmationSteps } from './confirmation.ts'

/**
 * Mails another confirmation link to a bookkeeper who has not confirmed yet. Response and response time are the same
 * for known and unknown addresses.
 * @throws AppError `too_many_requests`
 */
export async function resendConfirmation(ctx: Context, email: string): Promise<void> {
  const attempt = await countAttempt(ctx, 'confirm', email)
  await mailWithoutRevealing(ctx, email, attempt, (account) =>
    account.role !== 'client' && account.confirmedAt === null ? confirmationSteps(ctx, account) : [],
  )
}
