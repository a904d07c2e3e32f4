import { todayIn } from '@portal/contract/dates'
import type { SubmissionsQuery } from '@portal/contract/review'
import { isMonthFocus, isSentBackFocus, type SectionFilter } from '@portal/contract/section-machine'
import { and, eq, exists, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { isDone, isOpen } from '../../platform/db/section-phase.ts'
import { clientContains } from '../../platform/search/client-search.ts'
import { containsParts } from '../../platform/search/contains-text.ts'
import { monthStarts } from '../../platform/time/day-starts.ts'
import { submissionsOfMonth } from './sections-of-month.ts'
import { submissionsSentBack } from './submissions-sent-back.ts'

/* Conditions on book_form_submissions for the list of the bookkeeper. */

/** Conditions of the filters. SQLite uses their partial indexes only for literal values. */
export const FILTERS: { readonly [F in SectionFilter]: SQL | undefined } = {
  all: undefined,
  pending: sql`${bookFormSubmissions.is_pending} = 1`,
  approved: sql`${bookFormSubmissions.is_approved} = 1`,
  rejected: sql`${bookFormSubmissions.is_rejected} = 1`,
}

/** A figure or chart of the dashboard, and what it is narrowed to. */
export type Focus = Pick<z.output<typeof SubmissionsQuery>, 'only' | 'month' | 'section' | 'question' | 'since'>

/** Returns a condition on assigned sections: overdue, or approved this month, and not archived. */
export function isCountedSection(
  { actor, now }: BookkeeperContext,
  only: 'overdue' | 'completed',
  { section }: Focus,
): SQL | undefined {
  const { status, due_date, approved_at, section_name, hidden_by } = bookClientWorkforms
  return only === 'overdue'
    ? and(
        isOpen(status),
        isShown(hidden_by),
        lt(due_date, todayIn(actor.timeZone, now)),
        section === undefined ? undefined : eq(section_name, section),
      )
    : and(isDone(status), isShown(hidden_by), gte(approved_at, monthStarts(actor.timeZone, now).start))
}

/** Returns a condition: the figure or chart of the dashboard, if any, counts the submission. */
export function isCounted(ctx: BookkeeperContext, focus: Focus): SQL | undefined {
  const { only, month } = focus
  const { id, waiting, is_pending } = bookFormSubmissions
  if (!only) return undefined
  if (only === 'waiting') return sql`${waiting} > 0`
  if (only === 'client_turn') return sql`(${is_pending} = 1 AND ${waiting} = 0)`
  if (isSentBackFocus(only)) return inArray(id, submissionsSentBack(ctx, only, focus))
  if (isMonthFocus(only)) return inArray(id, submissionsOfMonth(ctx, only, month))
  const sections = ctx.db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.submission_id, bookFormSubmissions.id), isCountedSection(ctx, only, focus)))
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
          or(containsParts(q, [bookWorkforms.name_order]), clientContains(q, 'name-and-email')),
        ),
      ),
  )
}

const isOf = ({ db, actor }: BookkeeperContext, condition?: SQL): SQL =>
  exists(
    db
      .select({ id: bookClients.id })
      .from(bookClients)
      .where(
        and(eq(bookClients.id, bookFormSubmissions.client_id), eq(bookClients.bookkeeper_id, actor.userId), condition),
      ),
  )

/**
 * Returns a condition: the submission's client is the bookkeeper's, and neither it nor the submission is archived. With
 * a condition on the owner that an index can use, SQLite would read all of the bookkeeper's submissions.
 */
export const isOfOwnClient = (ctx: BookkeeperContext): SQL =>
  isOf(ctx, sql`+${bookFormSubmissions.bookkeeper_id} = ${bookClients.bookkeeper_id}`)

/** Returns a condition: the submission's client is the bookkeeper's. The submission or the client may be archived. */
export const isOfOwnClientEvenArchived = (ctx: BookkeeperContext): SQL => isOf(ctx)
