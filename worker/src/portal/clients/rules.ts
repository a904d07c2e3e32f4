import { ERRORS } from '@portal/contract/errors'
import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { mailboxOf } from '../auth/invitations/mailbox.ts'
import { reportsOf, requireUnreported } from '../auth/invitations/reports.ts'
import type { BookkeeperContext } from '../../context.ts'
import { authUsers, bookClients, profiles } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'

/** Maps constraints on a client to errors. */
export const CLIENT_CONFLICTS = { 'book_clients.email': 'client_email_taken' } as const

/** Returns a query for the bookkeepers among addresses. */
const bookkeepersAmong = ({ db }: Pick<BookkeeperContext, 'db'>, emails: readonly string[]) =>
  db
    .select({ email: authUsers.email, code: sql<Taken['code']>`'email_used_by_bookkeeper'` })
    .from(authUsers)
    .innerJoin(profiles, eq(profiles.id, authUsers.id))
    .where(
      and(inArray(authUsers.email, emails), eq(profiles.role, 'bookkeeper'), isNotNull(authUsers.email_confirmed_at)),
    )

/**
 * Counts addresses that belong to bookkeepers, so that nobody can probe for accounts by trying many.
 * @throws AppError `too_many_requests`
 */
export async function countBookkeeperMatches(ctx: BookkeeperContext, matches: number): Promise<void> {
  for (let i = 0; i < matches; i++) await countAttempt(ctx, 'bulk', ctx.actor.userId)
}

/** Returns a step that refuses addresses of the bookkeeper's archived clients. */
function requireNotArchived({ db, actor }: BookkeeperContext, emails: readonly string[]): Step {
  const { id, bookkeeper_id, email, is_archived } = bookClients
  const archived = and(eq(bookkeeper_id, actor.userId), inArray(email, emails), eq(is_archived, true))
  return check('client_archived', notExists(db.select({ id }).from(bookClients).where(archived)))
}

/**
 * Returns steps that refuse addresses of confirmed bookkeepers, of people who reported the firm, and of archived
 * clients. They run whenever a client gets an address.
 */
export const requireInvitable = (ctx: BookkeeperContext, emails: readonly string[]): Step[] => [
  {
    ...check('email_used_by_bookkeeper', notExists(bookkeepersAmong(ctx, emails))),
    explain: async () => {
      await countBookkeeperMatches(ctx, 1)
      return new AppError('email_used_by_bookkeeper')
    },
  },
  requireUnreported(ctx, emails),
  requireNotArchived(ctx, emails),
]

/** An address that cannot become a client's, with the reason. */
interface Taken {
  /** For `client_refused`, the mailbox of the address. */
  email: string
  code: 'client_email_taken' | 'client_archived' | 'email_used_by_bookkeeper' | 'client_refused'
}

/** Returns a query for the addresses that cannot become clients of the bookkeeper. */
export const takenEmails = (ctx: BookkeeperContext, emails: readonly string[]) =>
  ctx.db
    .select({
      email: bookClients.email,
      code: sql<Taken['code']>`iif(${bookClients.is_archived}, 'client_archived', 'client_email_taken')`,
    })
    .from(bookClients)
    .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), inArray(bookClients.email, emails)))
    .unionAll(bookkeepersAmong(ctx, emails))
    .unionAll(reportsOf(ctx, emails))

/** Returns why addresses cannot become clients, by address. */
export const takenReasons = (emails: readonly string[], taken: readonly Taken[]): Map<string, string> =>
  new Map(
    emails.flatMap((email): [string, string][] => {
      const match = taken.findLast((t) => t.email === (t.code === 'client_refused' ? mailboxOf(email) : email))
      return match ? [[email, ERRORS[match.code].detail]] : []
    }),
  )
