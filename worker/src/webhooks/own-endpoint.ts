import type { BookkeeperContext } from '../context.ts'
import { require, type Step, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'

/** A condition on webhook_endpoints that names an own one. */
export const OWN = 'id = ? AND bookkeeper_id = ?'

/** A step that refuses with `not_found` what is not the bookkeeper's own address. */
export const mustBeOwn = (ctx: BookkeeperContext, id: string): Step =>
  require('not_found', `EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${OWN})`, [id, ctx.actor.userId])

/** A live event to the bookkeeper's tabs. */
export const publishChanged = (ctx: BookkeeperContext, id: string): Step =>
  publishToUser(ctx, ctx.actor.userId, 'webhook.changed', { webhook_id: id })

/** What waits for an address goes out at once, in its order. */
export const sendNow = (ctx: BookkeeperContext, id: string): Step => ({
  ...step({
    sql: 'UPDATE outbox SET next_at = ? WHERE recipient = ? AND done_at IS NULL AND dead_at IS NULL',
    args: [ctx.now.toISOString(), `webhook:${id}`],
  }),
  lane: 'webhooks',
})

/** What the trail says of an address: its host, as the rest may hold a token. */
export const hostOf = (url: string): string => new URL(url).host
