import type { WorkformStatistics } from '@portal/contract/workforms'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { isNotDone } from '../../platform/db/section-phase.ts'
import { found } from '../../errors.ts'
import { mostCorrected, mostSentBack } from '../sections/most-sent-back.ts'
import { isOwnWorkform } from './get-workform.ts'

/** Latest assignments of the workform that are evaluated. */
const RECENT_ASSIGNMENTS = 500
/** Most sections, and most questions, that are named. */
const MAX_NAMED = 3

/** Returns a query for the days that each completed assignment took, in order. */
function durations({ db }: BookkeeperContext, id: string) {
  const { submission_id, assigned_at, approved_at, status } = bookClientWorkforms
  const recent = db
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(eq(bookFormSubmissions.form_id, id))
    .orderBy(desc(bookFormSubmissions.updated_at), desc(bookFormSubmissions.id))
    .limit(RECENT_ASSIGNMENTS)
  const days = sql<number>`julianday(max(${approved_at})) - julianday(min(${assigned_at}))`
  return db
    .select({ days: days.as('days') })
    .from(bookClientWorkforms)
    .where(inArray(submission_id, recent))
    .groupBy(submission_id)
    .having(sql`count(*) FILTER (WHERE ${isNotDone(status)}) = 0`)
    .orderBy(sql`days`)
}

/** Returns the middle value of sorted numbers, or null if there are none. */
const medianOf = (sorted: readonly number[]): number | null => sorted[Math.floor((sorted.length - 1) / 2)] ?? null

/**
 * Returns how a workform of the bookkeeper has been used, by colleagues too.
 * @throws AppError `not_found`
 */
export async function getStatistics(ctx: BookkeeperContext, id: string): Promise<WorkformStatistics> {
  const own = ctx.db
    .select({ assigned: ctx.db.$count(bookFormSubmissions, eq(bookFormSubmissions.form_id, id)).as('assigned') })
    .from(bookWorkforms)
    .where(isOwnWorkform(ctx, id))
  const scope = { workform: id, most: MAX_NAMED }
  const [[row], completed, sentBack, corrected] = await ctx.db.batch([
    own,
    durations(ctx, id),
    mostSentBack(ctx, scope),
    mostCorrected(ctx, scope),
  ])
  const { assigned } = found(row)
  return {
    assigned,
    completed: completed.length,
    median_days: medianOf(completed.map((c) => c.days)),
    sent_back: sentBack.map((s) => ({ section: s.section_name, times: s.count, own: s.own })),
    corrected: corrected.map(({ field_id, question, section_name, count, own: mine }) => ({
      field_id,
      question,
      section: section_name,
      times: count,
      own: mine,
    })),
  }
}
