import type { WebhookDeliveriesPage, WebhookDeliveriesQuery, WebhookDeliveryDetail } from '@portal/contract/webhooks'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'

const SORT = 'deliveries'

const COLUMNS = {
  id: webhookDeliveries.id,
  endpoint_id: webhookDeliveries.endpoint_id,
  url: webhookEndpoints.url,
  event: webhookDeliveries.event,
  state: webhookDeliveries.state,
  tries: webhookDeliveries.tries,
  status: webhookDeliveries.status,
  error: webhookDeliveries.error,
  created_at: webhookDeliveries.created_at,
  tried_at: webhookDeliveries.tried_at,
  next_at: webhookDeliveries.next_at,
}
const ofEndpoint = eq(webhookEndpoints.id, webhookDeliveries.endpoint_id)

/** Lists deliveries of all the bookkeeper's webhooks or of one, latest first. */
export async function listDeliveries(
  ctx: BookkeeperContext,
  { endpoint, state, limit, cursor }: z.output<typeof WebhookDeliveriesQuery>,
): Promise<WebhookDeliveriesPage> {
  const { userId } = ctx.actor
  const after = decodeCursor(SORT, cursor)
  const query = ctx.db
    .select({ ...COLUMNS, seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, ofEndpoint)
    .where(
      and(
        // The owner of the endpoint, so that the index of its deliveries provides the order.
        endpoint
          ? and(eq(webhookDeliveries.endpoint_id, endpoint), eq(webhookEndpoints.bookkeeper_id, userId))
          : eq(webhookDeliveries.bookkeeper_id, userId),
        state && eq(webhookDeliveries.state, state),
        after && lt(webhookDeliveries.seq, Number(after.value)),
      ),
    )
    .orderBy(desc(webhookDeliveries.seq))
  const page = await readPage(query, { limit, sort: SORT, keyOf: ({ seq, id }) => ({ value: String(seq), id }) })
  return { ...page, items: page.items.map(({ seq: _seq, ...item }) => item) }
}

/**
 * Returns a delivery with its request and response.
 * @throws AppError `not_found`
 */
export async function getDelivery(ctx: BookkeeperContext, id: string): Promise<WebhookDeliveryDetail> {
  const [row] = await ctx.db
    .select({ ...COLUMNS, body: webhookDeliveries.body, answer: webhookDeliveries.answer })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, ofEndpoint)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.bookkeeper_id, ctx.actor.userId)))
  return found(row)
}
