import { ERRORS } from '@portal/contract/errors'
import { sql } from 'drizzle-orm'
import { mailboxOf } from '../auth/invitations/mailbox.ts'
import type { BookkeeperContext } from '../context.ts'
import { require, type Step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { countAttempt } from '../limits/attempts.ts'

/** Maps constraints on a client to errors. */
export const CLIENT_CONFLICTS = { 'book_clients.email': 'client_email_taken' } as const

/** Selects the bookkeepers among addresses. */
const BOOKKEEPERS = `FROM auth_users u JOIN profiles p ON p.id = u.id
                 WHERE u.email IN (SELECT value FROM json_each(?)) AND p.role = 'bookkeeper'
                   AND u.email_confirmed_at IS NOT NULL`

/** Returns a step that refuses addresses whose owners have reported the firm. */
export const requireUnreported = ({ actor }: Pick<BookkeeperContext, 'actor'>, emails: readonly string[]): Step =>
  require('client_refused', `NOT EXISTS (SELECT 1 FROM firm_reports
               WHERE firm_id = ? AND email IN (SELECT value FROM json_each(?)))`, [
    actor.firmId,
    JSON.stringify(emails.map(mailboxOf)),
  ])

/**
 * Counts addresses that belong to bookkeepers, so that nobody can probe for accounts by trying many.
 * @throws AppError `too_many_requests`
 */
export async function countBookkeeperMatches(ctx: BookkeeperContext, matches: number): Promise<void> {
  for (let i = 0; i < matches; i++) await countAttempt(ctx, 'bulk', ctx.actor.userId)
}

/**
 * Returns steps that refuse addresses of confirmed bookkeepers and of people who reported the firm. They run whenever a
 * client gets an address.
 */
export const requireInvitable = (ctx: BookkeeperContext, emails: readonly string[]): Step[] => [
  {
    ...require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 ${BOOKKEEPERS})`, [JSON.stringify(emails)]),
    explain: async () => {
      await countBookkeeperMatches(ctx, 1)
      return new AppError('email_used_by_bookkeeper')
    },
  },
  requireUnreported(ctx, emails),
]

/** An address that cannot become a client's, with the reason. */
interface Taken {
  email: string
  code: 'client_email_taken' | 'email_used_by_bookkeeper' | 'client_refused'
}

/** Returns a query for the addresses that cannot become clients of the bookkeeper. */
export const takenEmails = (ctx: BookkeeperContext, emails: readonly string[]) =>
  ctx.db.select({ email: sql<string>`t.email`, code: sql<Taken['code']>`t.code` }).from(
    sql`(SELECT c.email AS email, 'client_email_taken' AS code FROM json_each(${JSON.stringify(emails)}) j
             CROSS JOIN book_clients c ON c.bookkeeper_id = ${ctx.actor.userId} AND c.email = j.value
           UNION ALL
           SELECT u.email, 'email_used_by_bookkeeper' FROM json_each(${JSON.stringify(emails)}) j
             CROSS JOIN auth_users u ON u.email = j.value CROSS JOIN profiles p ON p.id = u.id
             WHERE p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL
           UNION ALL
           SELECT j.value ->> 0, 'client_refused'
             FROM json_each(${JSON.stringify(emails.map((email) => [email, mailboxOf(email)]))}) j
             JOIN firm_reports r ON r.firm_id = ${ctx.actor.firmId} AND r.email = j.value ->> 1) t`,
  )

/** Returns the reason as text. */
export const takenReason = ({ code }: Taken): string => ERRORS[code].detail
