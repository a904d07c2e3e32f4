import type { WebhookBody } from '@portal/contract/webhook-bodies'
import type { WebhookEvent } from '@portal/contract/webhook-events'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { type Step, step } from '../db/write.ts'
import { type Query, toStatement, type WriteStatement } from '../db/statement.ts'

/** An event with its client. */
export interface WebhookMessage {
  clientId: string
  body: WebhookBody<WebhookEvent>
}

/** Returns a query as SQL text with its arguments. */
export const textOf = (query: Query | WriteStatement): WriteStatement => ('args' in query ? query : toStatement(query))

/**
 * Returns a step that queues events for the webhooks that subscribe to them, if any.
 * @param owners SELECT of the ids of the bookkeepers concerned
 * @param events SELECT of `bookkeeper_id`, `client_id`, `event` and `body` (JSON text) in order of delivery;
 *   evaluated only when one of the owners has a webhook
 */
export function queueWebhooksEach(
  ctx: Pick<Context, 'now'>,
  owners: Query | WriteStatement,
  events: Query | WriteStatement,
): Step {
  const of = textOf(owners)
  const rows = textOf(events)
  const statement = {
    sql: `INSERT INTO webhook_deliveries (id, endpoint_id, bookkeeper_id, client_id, event, body, state, created_at)
          SELECT ${uuidSql(ctx.now.getTime())}, e.id, e.bookkeeper_id, q.client_id, q.event, q.body, 'waiting', ?
          FROM webhook_endpoints e JOIN (${rows.sql}) q ON q.bookkeeper_id = e.bookkeeper_id
          WHERE e.is_on AND e.bookkeeper_id IN (${of.sql})
            AND EXISTS (SELECT 1 FROM json_each(e.events) c WHERE c.value = q.event)
          RETURNING 1`,
    args: [ctx.now.toISOString(), ...rows.args, ...of.args],
  }
  return { ...step(statement), lane: 'webhooks', laneIfRows: true }
}

/** Returns a step that queues one or more events of a bookkeeper. */
export function queueWebhooks(
  ctx: Pick<Context, 'now'>,
  bookkeeperId: string,
  messages: readonly WebhookMessage[],
): Step {
  const rows = messages.map(({ clientId, body }) => ({
    client: clientId,
    event: body.event,
    body: JSON.stringify(body),
  }))
  return queueWebhooksEach(
    ctx,
    sql`SELECT ${bookkeeperId}`,
    sql`SELECT ${bookkeeperId} AS bookkeeper_id, value ->> 'client' AS client_id, value ->> 'event' AS event,
          value ->> 'body' AS body
        FROM json_each(${JSON.stringify(rows)})`,
  )
}
