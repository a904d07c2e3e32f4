import type { WaitingCard, WaitingQuery } from '@portal/contract/review'
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookFormSubmissions } from '../../platform/db/schema/index.ts'
import { submissionOrder } from './submission-order.ts'

const { id, form_id, client_id, bookkeeper_id, waiting } = bookFormSubmissions

/** Returns the next submission to review after the given one, in the order of the list. The first follows the last. */
export async function nextWaiting(
  { db, actor }: BookkeeperContext,
  { workform = '', client = '', sort }: z.output<typeof WaitingQuery>,
): Promise<WaitingCard> {
  const { column, by, afterRow } = submissionOrder(sort)
  const own = eq(bookkeeper_id, actor.userId)
  const current = db
    .select({ column, id })
    .from(bookFormSubmissions)
    .where(and(own, eq(form_id, workform), eq(client_id, client)))
  // The literal makes SQLite use the partial index of waiting submissions.
  const others = and(own, sql`${waiting} > 0`, or(ne(form_id, workform), ne(client_id, client)))
  const first = (condition: SQL | undefined) =>
    db
      .select({ workform_id: form_id, client_id })
      .from(bookFormSubmissions)
      .where(condition)
      .orderBy(...by)
      .limit(1)
  const [[next], [top]] = await db.batch([first(and(others, afterRow(current))), first(others)])
  return { next: next ?? top ?? null }
}
