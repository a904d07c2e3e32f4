import type { Webhook } from '@portal/contract/webhooks'
import { aliasedTable, and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'

const tried = aliasedTable(webhookDeliveries, 'tried')

/** Lists the bookkeeper's webhooks with their latest attempts, oldest first. */
export async function listWebhooks(ctx: BookkeeperContext): Promise<{ items: Webhook[] }> {
  const latest = ctx.db
    .select({ seq: tried.seq })
    .from(tried)
    .where(and(eq(tried.endpoint_id, webhookEndpoints.id), isNotNull(tried.tried_at)))
    .orderBy(desc(tried.tried_at))
    .limit(1)
  const isWaiting = and(eq(webhookDeliveries.endpoint_id, webhookEndpoints.id), eq(webhookDeliveries.state, 'waiting'))
  const items = await ctx.db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      is_on: webhookEndpoints.is_on,
      created_at: webhookEndpoints.created_at,
      waiting: ctx.db.$count(webhookDeliveries, isWaiting),
      last: {
        state: webhookDeliveries.state,
        status: webhookDeliveries.status,
        error: webhookDeliveries.error,
        tried_at: sql<string>`${webhookDeliveries.tried_at}`,
      },
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.seq, latest))
    .where(eq(webhookEndpoints.bookkeeper_id, ctx.actor.userId))
    .orderBy(asc(webhookEndpoints.id))
  return { items }
}
