import { canonicalEmail } from '@portal/contract/canonical-email'
import type { TakenEmails } from '@portal/contract/clients'
import { countAttempt } from '../../platform/limits/attempts.ts'
import type { BookkeeperContext } from '../../context.ts'
import { takenEmails, takenReasons } from './rules.ts'

/**
 * Returns the addresses that cannot become clients of the bookkeeper, each with the reason, for the preview of an
 * import. Considers only what the firm itself knows, so that nobody can probe for accounts of other firms.
 * @throws AppError `too_many_requests`
 */
export async function checkEmails(ctx: BookkeeperContext, emails: readonly string[]): Promise<TakenEmails> {
  await countAttempt(ctx, 'bulk', ctx.actor.userId)
  const addresses = emails.map(canonicalEmail)
  const taken = await takenEmails(ctx, addresses)
  const known = taken.filter(({ code }) => code !== 'email_used_by_bookkeeper')
  return { taken: [...takenReasons(addresses, known)].map(([email, reason]) => ({ email, reason })) }
}
