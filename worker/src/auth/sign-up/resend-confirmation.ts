import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { check, commit } from '../../db/write.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { accountByEmail } from '../accounts.ts'
import { withMinimumDuration } from '../with-minimum-duration.ts'
import { confirmationSteps } from './confirmation.ts'

/**
 * Mails another confirmation link to a bookkeeper who has not confirmed yet. Response and response time are the same
 * for known and unknown addresses.
 * @throws AppError `too_many_requests`
 */
export async function resendConfirmation(ctx: Context, email: string): Promise<void> {
  await countAttempt(ctx, 'confirm', email)
  await withMinimumDuration(mailAgain(ctx, email))
}

async function mailAgain(ctx: Context, email: string): Promise<void> {
  const [account] = await accountByEmail(ctx.db, email)
  const isUnconfirmed = account && account.role !== 'client' && account.confirmedAt === null
  // The response reports the number of round trips, so unknown addresses write too: a batch without effect.
  const noChange = [check('internal', sql`1 = 1`)]
  await commit(
    ctx,
    isUnconfirmed
      ? confirmationSteps(ctx, { id: account.id, email: account.email, name: account.name ?? '' })
      : noChange,
  )
}
