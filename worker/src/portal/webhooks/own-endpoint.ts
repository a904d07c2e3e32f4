import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
import type { BookkeeperContext, Context } from '../../context.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { build } from '../../platform/db/statement.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'

/** Returns a condition for one of the bookkeeper's webhooks. */
export const isOwn = ({ actor }: BookkeeperContext, id: string): SQL | undefined =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.bookkeeper_id, actor.userId))

/** Returns a step that publishes a change of a webhook to the bookkeeper's tabs. */
export const publishChanged = (ctx: BookkeeperContext, id: string): Step =>
  publishToUser(ctx, ctx.actor.userId, 'webhook.changed', { webhook_id: id })

/** Returns a condition for the outbox rows of a webhook's waiting deliveries. */
export const isQueuedFor = (id: string): SQL | undefined =>
  and(eq(outbox.recipient, `webhook:${id}`), isNull(outbox.done_at), isNull(outbox.dead_at))

/** Returns a step that makes the waiting deliveries of a webhook due at once, in order. */
export const sendNow = ({ db, now }: BookkeeperContext, id: string): Step => ({
  ...step(db.update(outbox).set({ next_at: now.toISOString() }).where(isQueuedFor(id))),
  lane: 'webhooks',
})

/** Returns steps that stop the waiting deliveries of a webhook, except the one that is being attempted. */
export function stopWaiting({ now }: Pick<Context, 'now'>, id: string, except = ''): Step[] {
  const done_at = now.toISOString()
  return [
    step(
      build
        .update(webhookDeliveries)
        .set({ state: 'stopped', next_at: null, done_at })
        .where(and(eq(webhookDeliveries.endpoint_id, id), eq(webhookDeliveries.state, 'waiting'))),
    ),
    step(
      build
        .update(outbox)
        .set({ done_at })
        .where(and(isQueuedFor(id), ne(outbox.id, except))),
    ),
  ]
}

/** Returns the host of an address for the audit log. The rest can contain a token. */
export const hostOf = (url: string): string => new URL(url).host
