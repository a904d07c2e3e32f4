import type { BookkeeperContext } from '../context.ts'
import { require, type Step, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'

/** Condition that selects one of the bookkeeper's webhooks. */
export const OWN = 'id = ? AND bookkeeper_id = ?'

/** Returns a step that fails with `not_found` unless the webhook belongs to the bookkeeper. */
export const requireOwn = (ctx: BookkeeperContext, id: string): Step =>
  require('not_found', `EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${OWN})`, [id, ctx.actor.userId])

/** Returns a step that publishes a change of a webhook to the bookkeeper's tabs. */
export const publishChanged = (ctx: BookkeeperContext, id: string): Step =>
  publishToUser(ctx, ctx.actor.userId, 'webhook.changed', { webhook_id: id })

/** Returns a step that makes the waiting deliveries of a webhook due at once, in order. */
export const sendNow = (ctx: BookkeeperContext, id: string): Step => ({
  ...step({
    sql: 'UPDATE outbox SET next_at = ? WHERE recipient = ? AND done_at IS NULL AND dead_at IS NULL',
    args: [ctx.now.toISOString(), `webhook:${id}`],
  }),
  lane: 'webhooks',
})

/** Returns the host of an address for the audit log. The rest can contain a token. */
export const hostOf = (url: string): string => new URL(url).host
