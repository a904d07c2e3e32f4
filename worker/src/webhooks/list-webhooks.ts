import type { Webhook } from '@portal/contract/webhooks'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { type Encoded, jsonFlag, jsonRow } from '../db/encoded.ts'

const LAST = sql`(SELECT json_object('state', d.state, 'status', d.status, 'error', d.error, 'tried_at', d.tried_at)
  FROM webhook_deliveries d WHERE d.endpoint_id = p.id AND d.tried_at IS NOT NULL ORDER BY d.tried_at DESC LIMIT 1)`

const ROW = jsonRow<Webhook>({
  id: sql`p.id`,
  url: sql`p.url`,
  events: sql`json(p.events)`,
  is_on: jsonFlag(sql`p.is_on`),
  created_at: sql`p.created_at`,
  waiting: sql`(SELECT count(*) FROM webhook_deliveries d WHERE d.endpoint_id = p.id AND d.state = 'waiting')`,
  last: sql`json(${LAST})`,
})

/** Lists the bookkeeper's webhooks, oldest first. */
export async function listWebhooks(ctx: BookkeeperContext): Promise<Encoded<{ items: Webhook[] }>> {
  const { items } = await ctx.db.get<{ items: string }>(sql`
    SELECT json_group_array(${ROW}) AS items
    FROM (SELECT * FROM webhook_endpoints WHERE bookkeeper_id = ${ctx.actor.userId} ORDER BY id) p`)
  return `{"items":${items}}` as Encoded<{ items: Webhook[] }>
}
