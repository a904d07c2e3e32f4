import type { WebhookBody } from '@portal/contract/webhook-bodies'
import type { WebhookEvent } from '@portal/contract/webhook-events'
import type { Context } from '../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import type { Statement } from '../db/writer/hrana.ts'

/** An event as it is told: its body, and the client it is about. */
export interface WebhookMessage {
  clientId: string
  body: WebhookBody<WebhookEvent>
}

/**
 * A step that queues events for the addresses that take them; without any, it writes nothing.
 * @param owners a SELECT of the bookkeepers' ids whose events they may be
 * @param events a SELECT of `bookkeeper_id`, `client_id`, `event` and `body` (JSON text), in the order in which they are to arrive; read
 *   only where one of the owners has an address
 */
export function queueWebhooksEach(ctx: Pick<Context, 'now'>, owners: Statement, events: Statement): Step {
  const statement = {
    // CROSS JOIN: the addresses lead, and mostly there are none.
    sql: `INSERT INTO webhook_deliveries (id, endpoint_id, bookkeeper_id, client_id, event, body, state, created_at)
          SELECT ${uuidSql(ctx.now.getTime())}, e.id, e.bookkeeper_id, q.client_id, q.event, q.body, 'waiting', ?
          FROM webhook_endpoints e CROSS JOIN (${events.sql}) q
          WHERE e.is_on AND e.bookkeeper_id IN (${owners.sql}) AND q.bookkeeper_id = e.bookkeeper_id
            AND EXISTS (SELECT 1 FROM json_each(e.events) c WHERE c.value = q.event)
          RETURNING 1`,
    args: [ctx.now.toISOString(), ...events.args, ...owners.args],
  }
  return { ...step(statement), lane: 'webhooks', laneIfRows: true }
}

/** Like `queueWebhooksEach`, for events (one at least) of one bookkeeper whose bodies are known. */
export function queueWebhooks(
  ctx: Pick<Context, 'now'>,
  bookkeeperId: string,
  messages: readonly WebhookMessage[],
): Step {
  const told = messages.map(({ clientId, body }) => ({
    client: clientId,
    event: body.event,
    body: JSON.stringify(body),
  }))
  return queueWebhooksEach(
    ctx,
    { sql: 'SELECT ?', args: [bookkeeperId] },
    {
      sql: `SELECT ? AS bookkeeper_id, value ->> 'client' AS client_id, value ->> 'event' AS event, value ->> 'body' AS body FROM json_each(?)`,
      args: [bookkeeperId, JSON.stringify(told)],
    },
  )
}
