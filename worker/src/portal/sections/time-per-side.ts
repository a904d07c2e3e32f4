import { type SQL, sql } from 'drizzle-orm'
import { bookClientWorkforms, sectionAttempts } from '../../platform/db/schema/index.ts'
import { isOpen } from '../../platform/db/section-phase.ts'

/*
 * How long sections have been with the client and with the bookkeeper. A section is with the bookkeeper from each
 * submission until its decision, and with the client otherwise.
 */

const { id, assigned_at, submitted_at, approved_at, status } = bookClientWorkforms

/** Returns the end of the time that is counted: the approval, or now. */
const endOf = (now: Date): SQL => sql`coalesce(${approved_at}, ${now.toISOString()})`

/** Returns the days, with fractions, that a section has been with the bookkeeper. */
export function daysWithBookkeeper(now: Date): SQL<number> {
  const end = endOf(now)
  const ofAttempts = sql`(SELECT sum(julianday(coalesce(t.decided_at, ${end})) - julianday(t.submitted_at))
    FROM ${sectionAttempts} t WHERE t.assignment_id = ${id} AND t.submitted_at IS NOT NULL)`
  // Sections that were submitted before attempts were kept have none.
  const ofSection = sql`iif(${isOpen(status)}, 0, julianday(${end}) - julianday(${submitted_at}))`
  return sql<number>`max(0, coalesce(${ofAttempts}, ${ofSection}, 0))`
}

/** Returns the days, with fractions, that a section has been with either side. */
export const daysInAll = (now: Date): SQL<number> =>
  sql<number>`max(0, julianday(${endOf(now)}) - julianday(${assigned_at}))`

/** Returns columns for the time per side, which `toTimePerSide` rounds. */
export const timePerSide = (now: Date) => ({
  days_in_all: daysInAll(now),
  days_with_bookkeeper: daysWithBookkeeper(now),
})

/** Returns the whole days that a section has been with each side. */
export function toTimePerSide(row: { days_in_all: number; days_with_bookkeeper: number }) {
  const { days_in_all: all, days_with_bookkeeper: bookkeeper } = row
  return { client: Math.round(Math.max(0, all - bookkeeper)), bookkeeper: Math.round(bookkeeper) }
}
