import { sql } from 'drizzle-orm'
import { LINK_TTL_MS } from '@portal/contract/limits'
import type { Context } from '../../context.ts'
import { check, commit, type Step } from '../../db/write.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { type Account, accountByEmail } from '../accounts.ts'
import { createLink, voidLinks } from '../email-links.ts'
import { resetMail, wrongPortalMail } from '../mails.ts'
import { withMinimumDuration } from '../with-minimum-duration.ts'

/**
 * Mails a bookkeeper a link for a new password (one use, 1 hour) and voids older ones. A client gets a mail that
 * points to the client portal. Response and response time are the same for known and unknown addresses.
 * @throws AppError `too_many_requests`
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await countAttempt(ctx, 'reset', email)
  await withMinimumDuration(mailLink(ctx, email))
}

async function mailLink(ctx: Context, email: string): Promise<void> {
  const [account] = await accountByEmail(ctx.db, email)
  // The response reports the number of round trips, so unknown addresses write too: a batch without effect.
  const noChange = [check('internal', sql`1 = 1`)]
  await commit(ctx, account ? resetSteps(ctx, account) : noChange)
}

function resetSteps(ctx: Context, account: Account): Step[] {
  const to = { email: account.email }
  if (account.role === 'client') return [sendMail(ctx, wrongPortalMail(ctx, to))]
  const { token, keep } = createLink(ctx, account.id, 'reset', LINK_TTL_MS)
  return [voidLinks(ctx, account.id, 'reset'), keep, sendMail(ctx, resetMail(ctx, to, token))]
}
