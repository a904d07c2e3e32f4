import { LINK_TTL_MS } from '@portal/contract/limits'
import type { Context } from '../../../context.ts'
import type { Step } from '../../../platform/db/write.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { mailWithoutRevealing } from '../mail-without-revealing.ts'
import type { Account } from '../accounts.ts'
import { createLink, voidLinks } from '../email-links.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { resetMail, wrongPortalMail } from '../mails.ts'

/**
 * Mails a bookkeeper a link for a new password (one use, 1 hour) and voids older ones. A client gets a mail that
 * points to the client portal. Response and response time are the same for known and unknown addresses.
 * @throws AppError `too_many_requests`
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  const attempt = await countAccountAttempt(ctx, 'reset', email)
  await mailWithoutRevealing(ctx, email, attempt, (account) => resetSteps(ctx, account))
}

function resetSteps(ctx: Context, account: Account): Step[] {
  if (account.role === 'client') return [sendMail(ctx, wrongPortalMail(ctx, account))]
  const { token, keep } = createLink(ctx, account.id, 'reset', LINK_TTL_MS)
  return [voidLinks(ctx, account.id, 'reset'), keep, sendMail(ctx, resetMail(ctx, account, token))]
}
