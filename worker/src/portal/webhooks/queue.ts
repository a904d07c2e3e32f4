import type { WebhookBody } from '@portal/contract/webhook-bodies'
import type { WebhookEvent } from '@portal/contract/webhook-events'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { uuidSql } from '../../platform/db/uuid-sql.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** An event with its client. */
export interface WebhookMessage {
  clientId: string
  body: WebhookBody<WebhookEvent>
}

/**
 * Returns a step that queues events for the webhooks that subscribe to them, if any.
 * @param owners query of the ids of the bookkeepers concerned
 * @param events query of `bookkeeper_id`, `client_id`, `event`, `body` (JSON text) and `position`, by which
 *   they are delivered
 */
export function queueWebhooksEach(ctx: Pick<Context, 'now'>, owners: SQLWrapper, events: SQLWrapper): Step {
  const id = uuidSql(ctx.now.getTime())
  const insert = sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, bookkeeper_id, client_id, event, body, state, created_at)
    SELECT ${id}, e.id, e.bookkeeper_id, q.client_id, q.event, q.body, 'waiting', ${ctx.now.toISOString()}
    FROM webhook_endpoints e JOIN (${events.getSQL()}) q ON q.bookkeeper_id = e.bookkeeper_id
    WHERE e.is_on AND e.bookkeeper_id IN (${owners.getSQL()})
      AND EXISTS (SELECT 1 FROM json_each(e.events) c WHERE c.value = q.event)
    ORDER BY q.position
    RETURNING 1`
  return { ...step(insert), lane: 'webhooks', laneIfRows: true }
}

/** Returns a step that queues one or more events of a bookkeeper. */
export function queueWebhooks(
  ctx: Pick<Context, 'now'>,
  bookkeeperId: string,
  messages: readonly WebhookMessage[],
): Step {
  const rows = messages.map(({ clientId, body }) => [clientId, body.event, JSON.stringify(body)])
  return queueWebhooksEach(
    ctx,
    sql`SELECT ${bookkeeperId}`,
    sql`SELECT ${bookkeeperId} AS bookkeeper_id, value ->> 0 AS client_id, value ->> 1 AS event, value ->> 2 AS body,
        key AS position
      FROM json_each(${JSON.stringify(rows)})`,
  )
}
