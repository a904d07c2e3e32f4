import type { MailDeliveriesPage, MailDeliveriesQuery, MailDeliveryCounts } from '@portal/contract/mail'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Encoded, encodedPage, jsonRow } from '../db/encoded.ts'

/** Returns an SQL condition for undelivered mail to the bookkeeper and their clients. */
const own = ({ actor }: BookkeeperContext) => sql`bookkeeper_id = ${actor.userId} AND done_at IS NULL AND kind = 'mail'`

const ROW = jsonRow<MailDeliveriesPage['items'][number]>({
  id: sql`p.id`,
  to: sql`p.payload ->> 'to'`,
  kind: sql`iif(coalesce(p.payload ->> 'firmId', p.payload ->> 'unsubscribe') IS NULL, 'account', 'firm')`,
  subject: sql`p.payload ->> 'subject'`,
  created_at: sql`p.created_at`,
  tries: sql`p.tries`,
  next_at: sql`iif(p.dead_at IS NULL, p.next_at, NULL)`,
  error: sql`p.last_error`,
})

/** Lists waiting or failed mail, newest first, without its content, which may hold a code or a link. */
export function listDeliveries(
  ctx: BookkeeperContext,
  { state, limit, cursor: given }: z.output<typeof MailDeliveriesQuery>,
): Promise<Encoded<MailDeliveriesPage>> {
  const cursor = decodeCursor(state, given)
  const rows = sql`SELECT * FROM outbox WHERE ${own(ctx)}
    AND dead_at IS ${state === 'failed' ? sql`NOT NULL` : sql`NULL`}
    ${cursor ? sql`AND seq < ${Number(cursor.value)}` : sql``} ORDER BY seq DESC LIMIT ${limit + 1}`
  return encodedPage(ctx.db, { rows, row: ROW, key: sql`CAST(p.seq AS TEXT)`, limit, sort: state })
}

/** Counts waiting and failed mail. */
export async function countDeliveries(ctx: BookkeeperContext): Promise<MailDeliveryCounts> {
  const [row] = await ctx.db.all<MailDeliveryCounts>(sql`
    SELECT count(*) FILTER (WHERE dead_at IS NULL) AS waiting, min(created_at) FILTER (WHERE dead_at IS NULL) AS oldest,
      count(*) FILTER (WHERE dead_at IS NOT NULL) AS failed
    FROM outbox WHERE ${own(ctx)}`)
  return row ?? { waiting: 0, oldest: null, failed: 0 }
}
