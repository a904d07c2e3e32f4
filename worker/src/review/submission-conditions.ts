import { todayIn } from '@portal/contract/dates'
import type { SectionFilter, SubmissionFocus } from '@portal/contract/section-machine'
import { and, eq, exists, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../db/schema/index.ts'
import { isDone, isOpen } from '../db/section-phase.ts'
import { containsText } from '../search/contains-text.ts'
import { monthStarts } from '../time/day-starts.ts'

/* Conditions on book_form_submissions for the list of the bookkeeper. */

/** Conditions of the filters. SQLite uses their partial indexes only for literal values. */
export const FILTERS: { readonly [F in SectionFilter]: SQL | undefined } = {
  all: undefined,
  pending: sql`${bookFormSubmissions.is_pending} = 1`,
  approved: sql`${bookFormSubmissions.is_approved} = 1`,
  rejected: sql`${bookFormSubmissions.is_rejected} = 1`,
}

/** Returns a condition on assigned sections: overdue, or approved this month. */
export function isCountedSection({ actor, now }: BookkeeperContext, only: 'overdue' | 'completed'): SQL | undefined {
  const { status, due_date, approved_at } = bookClientWorkforms
  return only === 'overdue'
    ? and(isOpen(status), lt(due_date, todayIn(actor.timeZone, now)))
    : and(isDone(status), gte(approved_at, monthStarts(actor.timeZone, now).start))
}

/** Returns a condition: a figure of the dashboard counts the submission. */
export function isCounted(ctx: BookkeeperContext, only: SubmissionFocus): SQL | undefined {
  if (only === 'waiting') return sql`${bookFormSubmissions.waiting} > 0`
  const sections = ctx.db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.submission_id, bookFormSubmissions.id), isCountedSection(ctx, only)))
  return and(only === 'completed' ? FILTERS.approved : undefined, exists(sections))
}

/** Returns a condition: the name of the workform, or name or email of the client, contains the text. */
export function containsName({ db }: BookkeeperContext, q: string): SQL {
  return exists(
    db
      .select({ id: bookWorkforms.id })
      .from(bookWorkforms)
      .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
      .where(
        and(
          eq(bookWorkforms.id, bookFormSubmissions.form_id),
          containsText(q, [bookWorkforms.name, bookClients.name, bookClients.email]),
        ),
      ),
  )
}
