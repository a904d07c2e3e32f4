import type {
  WebhookDeliveriesPage,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@portal/contract/webhooks'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Encoded, encodedPage, jsonRow } from '../db/encoded.ts'
import { found } from '../errors.ts'

const SORT = 'deliveries'

const COLUMNS = {
  id: sql`p.id`,
  endpoint_id: sql`p.endpoint_id`,
  url: sql`(SELECT e.url FROM webhook_endpoints e WHERE e.id = p.endpoint_id)`,
  event: sql`p.event`,
  state: sql`p.state`,
  tries: sql`p.tries`,
  status: sql`p.status`,
  error: sql`p.error`,
  created_at: sql`p.created_at`,
  tried_at: sql`p.tried_at`,
  next_at: sql`p.next_at`,
} satisfies Record<keyof WebhookDelivery, SQL>
const ROW = jsonRow<WebhookDelivery>(COLUMNS)
const DETAIL = jsonRow<WebhookDeliveryDetail>({ ...COLUMNS, body: sql`p.body`, answer: sql`p.answer` })

/** Lists deliveries of all the bookkeeper's webhooks or of one, latest first. */
export function listDeliveries(
  ctx: BookkeeperContext,
  query: z.output<typeof WebhookDeliveriesQuery>,
): Promise<Encoded<WebhookDeliveriesPage>> {
  const { endpoint, state, limit } = query
  const after = decodeCursor(SORT, query.cursor)
  const conditions = [
    // With an endpoint, its index provides the order, but the owner is checked in any case.
    endpoint
      ? sql`d.endpoint_id = ${endpoint} AND +d.bookkeeper_id = ${ctx.actor.userId}`
      : sql`d.bookkeeper_id = ${ctx.actor.userId}`,
    ...(state ? [sql`d.state = ${state}`] : []),
    ...(after ? [sql`d.seq < ${Number(after.value)}`] : []),
  ]
  const rows = sql`SELECT d.* FROM webhook_deliveries d WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY d.seq DESC LIMIT ${limit + 1}`
  return encodedPage(ctx.db, { rows, row: ROW, key: sql`CAST(p.seq AS TEXT)`, limit, sort: SORT })
}

/**
 * Returns a delivery with its request and response.
 * @throws AppError `not_found`
 */
export async function getDelivery(ctx: BookkeeperContext, id: string): Promise<Encoded<WebhookDeliveryDetail>> {
  const [row] = await ctx.db.all<{ line: string }>(sql`
    SELECT ${DETAIL} AS line FROM webhook_deliveries p WHERE p.id = ${id} AND p.bookkeeper_id = ${ctx.actor.userId}`)
  return found(row).line as Encoded<WebhookDeliveryDetail>
}
