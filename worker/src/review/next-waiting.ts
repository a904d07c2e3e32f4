import type { WaitingCard, WaitingQuery } from '@portal/contract/review'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'

/** Returns the next submission to review after the given one, in list order. The first follows the last. */
export async function nextWaiting(
  ctx: BookkeeperContext,
  { workform, client }: z.output<typeof WaitingQuery>,
): Promise<WaitingCard> {
  const own = sql`FROM book_form_submissions s INDEXED BY book_form_submissions_owner_waiting
    WHERE s.bookkeeper_id = ${ctx.actor.userId} AND s.waiting > 0`
  const order = sql`ORDER BY s.updated_at DESC, s.id DESC LIMIT 1`
  const current = sql`SELECT p.updated_at, p.id FROM book_form_submissions p
    WHERE p.form_id = ${workform ?? ''} AND p.client_id = ${client ?? ''} AND p.bookkeeper_id = ${ctx.actor.userId}`
  const rows = await ctx.db.all<{ workform_id: string; client_id: string }>(sql`
    SELECT * FROM (SELECT s.form_id AS workform_id, s.client_id ${own} AND (s.updated_at, s.id) < (${current}) ${order})
    UNION ALL SELECT * FROM (SELECT s.form_id, s.client_id ${own}
      AND NOT (s.form_id = ${workform ?? ''} AND s.client_id = ${client ?? ''}) ${order})
    LIMIT 1`)
  return { next: rows[0] ?? null }
}
