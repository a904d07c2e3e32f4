import { todayIn } from '@portal/contract/dates'
import type { OverdueWorkform, WaitingSection } from '@portal/contract/dashboard'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { isOpen, isWaiting } from '../db/section-phase.ts'

/** Entries that the dashboard shows per list. */
const MAX_ENTRIES = 5

/** Returns a query for the sections that have waited longest for a review. */
export const reviewsQuery = (ctx: BookkeeperContext) =>
  ctx.db.all<WaitingSection>(sql`
    SELECT a.id AS assignment_id, a.section_name, a.submitted_at, a.client_id, c.name AS client_name, a.workform_id,
    w.name AS workform_name
    FROM (SELECT * FROM book_client_workforms INDEXED BY book_client_workforms_waiting
        WHERE assigned_by = ${ctx.actor.userId} AND ${sql.raw(isWaiting())} ORDER BY submitted_at
        LIMIT ${MAX_ENTRIES}) a
      JOIN book_clients c ON c.id = a.client_id JOIN book_workforms w ON w.id = a.workform_id
    ORDER BY a.submitted_at`)

/**
 * Returns a query for the workforms that are overdue the longest. A workform whose sections have different due dates
 * has several rows, so that the query can stop after the first rows of the index.
 */
export const overdueQuery = (ctx: BookkeeperContext) =>
  ctx.db.all<OverdueWorkform>(sql`
    SELECT o.*, c.name AS client_name, w.name AS workform_name
    FROM (SELECT client_id, workform_id, due_date, count(*) AS open_sections
        FROM book_client_workforms INDEXED BY book_client_workforms_open
        WHERE assigned_by = ${ctx.actor.userId} AND ${sql.raw(isOpen())}
          AND due_date < ${todayIn(ctx.actor.timeZone, ctx.now)}
        GROUP BY due_date, client_id, workform_id ORDER BY due_date, client_id, workform_id LIMIT ${3 * MAX_ENTRIES}) o
      JOIN book_clients c ON c.id = o.client_id JOIN book_workforms w ON w.id = o.workform_id
    ORDER BY o.due_date, c.name, o.client_id, o.workform_id`)

/** Combines the rows of `overdueQuery` to one entry per client and workform, and says if there are more. */
export function overdueOf(rows: readonly OverdueWorkform[]): { overdue: OverdueWorkform[]; more_overdue: boolean } {
  const pairs = new Map<string, OverdueWorkform>()
  for (const row of rows) {
    const key = `${row.client_id} ${row.workform_id}`
    const first = pairs.get(key)
    pairs.set(key, first ? { ...first, open_sections: first.open_sections + row.open_sections } : row)
  }
  return { overdue: [...pairs.values()].slice(0, MAX_ENTRIES), more_overdue: pairs.size > MAX_ENTRIES }
}
