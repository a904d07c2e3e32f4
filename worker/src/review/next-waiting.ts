import type { WaitingCard, WaitingQuery } from '@portal/contract/review'
import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookFormSubmissions } from '../db/schema/index.ts'

const { id, form_id, client_id, bookkeeper_id, waiting, updated_at } = bookFormSubmissions

/** Returns the next submission to review after the given one, in list order. The first follows the last. */
export async function nextWaiting(
  { db, actor }: BookkeeperContext,
  { workform = '', client = '' }: z.output<typeof WaitingQuery>,
): Promise<WaitingCard> {
  const own = eq(bookkeeper_id, actor.userId)
  const current = db
    .select({ updated_at, id })
    .from(bookFormSubmissions)
    .where(and(own, eq(form_id, workform), eq(client_id, client)))
  // The literal makes SQLite use the partial index of waiting submissions.
  const others = and(own, sql`${waiting} > 0`, or(ne(form_id, workform), ne(client_id, client)))
  const first = (condition: SQL | undefined) =>
    db
      .select({ workform_id: form_id, client_id })
      .from(bookFormSubmissions)
      .where(condition)
      .orderBy(desc(updated_at), desc(id))
      .limit(1)
  const [[next], [newest]] = await db.batch([
    first(and(others, sql`(${updated_at}, ${id}) < ${current}`)),
    first(others),
  ])
  return { next: next ?? newest ?? null }
}
