import { todayIn } from '@portal/contract/dates'
import type { MonthFocus } from '@portal/contract/section-machine'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { isDone, isOpen } from '../../platform/db/section-phase.ts'
import { daysInAll, daysWithBookkeeper } from '../sections/time-per-side.ts'
import { dayStart } from '../../platform/time/day-starts.ts'
import { dayEnds, daysOfMonth, monthIn } from '../../platform/time/months.ts'

/** Most sections of a month that charts count and their lists show, the latest: a bound for the cost. */
export const MONTH_LIMIT = 300

const {
  id,
  submission_id,
  workform_id,
  assigned_by,
  assigned_at,
  due_date,
  status,
  submitted_at,
  approved_at,
  hidden_by,
} = bookClientWorkforms

/**
 * Returns a query for the bookkeeper's sections that were due in a month (yyyy-mm), with their outcome; null if they
 * are open and their due date has not passed. A section that was approved without a submission counts as submitted at
 * that time.
 */
export function sectionsDueIn({ db, actor, now }: BookkeeperContext, month: string) {
  const { first, next } = daysOfMonth(month)
  const ends = JSON.stringify(dayEnds(actor.timeZone, month))
  const outcome = sql<Exclude<MonthFocus, 'approved'> | null>`CASE
    WHEN ${isOpen(status)} THEN iif(${due_date} < ${todayIn(actor.timeZone, now)}, 'missing', NULL)
    WHEN coalesce(${submitted_at}, ${approved_at}) < ${ends} ->> ${due_date} THEN 'on_time'
    ELSE 'late' END`
  return db
    .select({ id, submission_id, workform_id, outcome: outcome.as('outcome') })
    .from(bookClientWorkforms)
    .where(and(eq(assigned_by, actor.userId), isShown(hidden_by), gte(due_date, first), lt(due_date, next)))
    .orderBy(desc(due_date))
    .limit(MONTH_LIMIT)
}

/** Returns a query for the bookkeeper's sections that were approved in a month (yyyy-mm), with the days they took. */
export function sectionsApprovedIn({ db, actor, now }: BookkeeperContext, month: string) {
  const { first, next } = daysOfMonth(month)
  return db
    .select({
      id,
      submission_id,
      workform_id,
      days: sql<number>`CAST(round(julianday(${approved_at}) - julianday(${assigned_at})) AS INTEGER)`.as('days'),
      days_in_all: daysInAll(now).as('days_in_all'),
      days_with_bookkeeper: daysWithBookkeeper(now).as('days_with_bookkeeper'),
    })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(assigned_by, actor.userId),
        isDone(status),
        isShown(hidden_by),
        gte(approved_at, dayStart(actor.timeZone, first)),
        lt(approved_at, dayStart(actor.timeZone, next)),
      ),
    )
    .orderBy(desc(approved_at))
    .limit(MONTH_LIMIT)
}

/** Returns a query for the submissions with a section that a chart of the dashboard counts in a month. */
export function submissionsOfMonth(
  ctx: BookkeeperContext,
  only: MonthFocus,
  month = monthIn(ctx.actor.timeZone, ctx.now),
  workform?: string,
) {
  const due = sectionsDueIn(ctx, month).as('due')
  const approved = sectionsApprovedIn(ctx, month).as('approved')
  return only === 'approved'
    ? ctx.db
        .selectDistinct({ id: approved.submission_id })
        .from(approved)
        .where(workform ? eq(approved.workform_id, workform) : undefined)
    : ctx.db
        .selectDistinct({ id: due.submission_id })
        .from(due)
        .where(and(eq(due.outcome, only), workform ? eq(due.workform_id, workform) : undefined))
}

/** Returns a query for the ids of the sections that a chart of the dashboard counts in a month. */
export function sectionsOfMonth(
  ctx: BookkeeperContext,
  only: MonthFocus,
  month = monthIn(ctx.actor.timeZone, ctx.now),
) {
  const due = sectionsDueIn(ctx, month).as('due')
  const approved = sectionsApprovedIn(ctx, month).as('approved')
  return only === 'approved'
    ? ctx.db.select({ id: approved.id }).from(approved)
    : ctx.db.select({ id: due.id }).from(due).where(eq(due.outcome, only))
}
