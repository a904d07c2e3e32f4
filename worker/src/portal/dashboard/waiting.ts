import type { OverdueWorkform } from '@portal/contract/dashboard'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../../platform/db/schema/index.ts'
import { isWaiting } from '../../platform/db/section-phase.ts'
import { isOverdue } from './is-overdue.ts'

/** Entries that the dashboard shows per list. */
const MAX_ENTRIES = 5

const { id, client_id, workform_id, section_name, assigned_by, status, due_date, submitted_at, hidden_by } =
  bookClientWorkforms

/** Returns a query for the sections that have waited longest for a review. */
export const reviewsQuery = ({ db, actor }: BookkeeperContext) =>
  db
    .select({
      assignment_id: id,
      section_name,
      submitted_at,
      client_id,
      client_name: bookClients.name,
      workform_id,
      workform_name: bookWorkforms.name,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, workform_id))
    .where(and(eq(assigned_by, actor.userId), isWaiting(status), isShown(hidden_by)))
    .orderBy(asc(submitted_at))
    .limit(MAX_ENTRIES)

/**
 * Returns a query for the workforms that are overdue the longest. A workform whose sections have different due dates
 * has several rows, so that the query can stop after the first rows of the index.
 */
export function overdueQuery(ctx: BookkeeperContext) {
  const first = ctx.db
    .select({ client_id, workform_id, due_date, open_sections: count().as('open_sections') })
    .from(bookClientWorkforms)
    .where(isOverdue(ctx))
    .groupBy(due_date, client_id, workform_id)
    .orderBy(due_date, client_id, workform_id)
    .limit(3 * MAX_ENTRIES)
    .as('first')
  return ctx.db
    .select({
      client_id: first.client_id,
      client_name: bookClients.name,
      workform_id: first.workform_id,
      workform_name: bookWorkforms.name,
      // Not null, because it is before today.
      due_date: sql<string>`${first.due_date}`,
      open_sections: first.open_sections,
    })
    .from(first)
    .innerJoin(bookClients, eq(bookClients.id, first.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, first.workform_id))
    .orderBy(first.due_date, bookClients.name_order, first.client_id, first.workform_id)
}

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
