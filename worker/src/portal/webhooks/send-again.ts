import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm'
import { countAttempt } from '../../platform/limits/attempts.ts'
import type { BookkeeperContext } from '../../context.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { isOwn, publishChanged, sendNow } from './own-endpoint.ts'

/**
 * Returns steps that queue a finished delivery as a new outbox row, so that a late result of the dispatcher for the old
 * row does not matter. A waiting delivery keeps its row.
 */
function queueAnew({ db, now }: BookkeeperContext, id: string): Step[] {
  const at = now.toISOString()
  const finished = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), ne(webhookDeliveries.state, 'waiting')))
  return [
    step(db.delete(outbox).where(inArray(outbox.id, finished))),
    // The builder would insert into all columns.
    step(sql`INSERT INTO outbox (id, recipient, bookkeeper_id, kind, payload, created_at, next_at)
      SELECT d.id, 'webhook:' || d.endpoint_id, d.bookkeeper_id, 'webhook', json_object('delivery', d.id), ${at}, ${at}
      FROM webhook_deliveries d WHERE d.id IN ${finished}`),
  ]
}

/**
 * Resends a delivery with the same id. A finished delivery is retried for up to a day; a waiting one is sent at once,
 * after those before it.
 * @throws AppError `not_found`, `webhook_off`, `too_many_requests`
 */
export async function sendAgain(ctx: BookkeeperContext, id: string): Promise<void> {
  const { userId } = ctx.actor
  const own = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.bookkeeper_id, userId))
  const [row] = await ctx.db.select({ endpoint_id: webhookDeliveries.endpoint_id }).from(webhookDeliveries).where(own)
  const { endpoint_id } = found(row)
  await countAttempt(ctx, 'webhook', userId)
  const waiting = { state: 'waiting', error: null, next_at: ctx.now.toISOString(), done_at: null } as const
  const enabled = ctx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(isOwn(ctx, endpoint_id), eq(webhookEndpoints.is_on, true)))
  await commit(ctx, [
    check('webhook_off', exists(enabled)),
    ...queueAnew(ctx, id),
    step(ctx.db.update(webhookDeliveries).set(waiting).where(own), 'not_found'),
    sendNow(ctx, endpoint_id),
    publishChanged(ctx, endpoint_id),
  ])
}
