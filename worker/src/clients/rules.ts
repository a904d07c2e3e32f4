import { ERRORS } from '@portal/contract/errors'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { require, type Step } from '../db/write.ts'

/** What holds for every client, however it is written. */

/** What the constraints on a client mean. */
export const CLIENT_CONFLICTS = { 'book_clients.email': 'client_email_taken' } as const

const BOOKKEEPERS = `FROM auth_users u JOIN profiles p ON p.id = u.id
                 WHERE u.email IN (SELECT value FROM json_each(?)) AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL`

/**
 * Steps that refuse addresses which cannot become clients of the actor: a bookkeeper signs in with it (one that was never confirmed does
 * not count), or its owner has reported the firm.
 */
export const requireInvitable = ({ actor }: BookkeeperContext, emails: readonly string[]): Step[] => [
  require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 ${BOOKKEEPERS})`, [JSON.stringify(emails)]),
  require('client_refused', 'NOT EXISTS (SELECT 1 FROM firm_reports WHERE firm_id = ? AND email IN (SELECT value FROM json_each(?)))', [
    actor.firmId,
    JSON.stringify(emails),
  ]),
]

/** Why an address cannot become a client's. */
interface Taken {
  email: string
  code: 'client_email_taken' | 'email_used_by_bookkeeper' | 'client_refused'
}

/** A query for those of the addresses that cannot become clients of the bookkeeper. */
export const takenEmails = (ctx: BookkeeperContext, emails: readonly string[]) =>
  ctx.db.select({ email: sql<string>`t.email`, code: sql<Taken['code']>`t.code` }).from(
    sql`(SELECT c.email AS email, 'client_email_taken' AS code FROM json_each(${JSON.stringify(emails)}) j
             CROSS JOIN book_clients c ON c.bookkeeper_id = ${ctx.actor.userId} AND c.email = j.value
           UNION ALL
           SELECT u.email, 'email_used_by_bookkeeper' FROM json_each(${JSON.stringify(emails)}) j
             CROSS JOIN auth_users u ON u.email = j.value CROSS JOIN profiles p ON p.id = u.id
             WHERE p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL
           UNION ALL
           SELECT email, 'client_refused' FROM firm_reports WHERE firm_id = ${ctx.actor.firmId}
             AND email IN (SELECT value FROM json_each(${JSON.stringify(emails)}))) t`,
  )

/** Why an address cannot be a client's, in words. */
export const takenReason = ({ code }: Taken): string => ERRORS[code].detail
