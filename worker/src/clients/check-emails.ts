import type { TakenEmails } from '@portal/contract/clients'
import { countAttempt } from '../limits/attempts.ts'
import type { BookkeeperContext } from '../context.ts'
import { takenEmails, takenReason } from './rules.ts'

/**
 * Returns those of the addresses that cannot become clients of the bookkeeper, as far as their own firm knows, each with the reason: for
 * the preview of an import. Who else uses the portal is not told: thousands of addresses could be tried.
 * @throws AppError `too_many_requests`
 */
export async function checkEmails(ctx: BookkeeperContext, emails: readonly string[]): Promise<TakenEmails> {
  await countAttempt(ctx, 'bulk', ctx.actor.userId)
  const taken = await takenEmails(
    ctx,
    emails.map((email) => email.trim().toLowerCase()),
  )
  const own = taken.filter(({ code }) => code !== 'email_used_by_bookkeeper')
  return { taken: own.map((t) => ({ email: t.email, reason: takenReason(t) })) }
}
