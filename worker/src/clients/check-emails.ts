import type { TakenEmails } from '@portal/contract/clients'
import type { BookkeeperContext } from '../context.ts'
import { takenEmails, takenReason } from './rules.ts'

/** Those of the addresses that cannot become clients of the bookkeeper, each with the reason: for the preview of an import. */
export async function checkEmails(ctx: BookkeeperContext, emails: readonly string[]): Promise<TakenEmails> {
  const taken = await takenEmails(
    ctx,
    emails.map((email) => email.trim().toLowerCase()),
  )
  return { taken: taken.map((t) => ({ email: t.email, reason: takenReason(t) })) }
}
