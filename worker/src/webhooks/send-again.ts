import { and, eq } from 'drizzle-orm'
import { countAttempt } from '../auth/attempts.ts'
import type { BookkeeperContext } from '../context.ts'
import { webhookDeliveries } from '../db/schema/index.ts'
import { commit, require, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { hurry, tellChanged } from './own-endpoint.ts'

/**
 * Sends a delivery again, under the same id, and tries it for another day: what was given up, what waits (at once then, with what waits before it),
 * and what was delivered.
 * @throws AppError `not_found`, `webhook_off`, `too_many_requests`
 */
export async function sendAgain(ctx: BookkeeperContext, id: string): Promise<{ ok: true }> {
  const { userId } = ctx.actor
  const own = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.bookkeeper_id, userId))
  const [row] = await ctx.db.select({ endpoint_id: webhookDeliveries.endpoint_id }).from(webhookDeliveries).where(own)
  const { endpoint_id } = found(row)
  await countAttempt(ctx, 'webhook', userId)
  const at = ctx.now.toISOString()
  await commit(ctx, [
    require('webhook_off', 'EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ? AND is_on)', [endpoint_id]),
    step(ctx.db.update(webhookDeliveries).set({ state: 'waiting', error: null, next_at: at, done_at: null }).where(own), 'not_found'),
    step({
      sql: `INSERT INTO outbox (id, recipient, bookkeeper_id, kind, payload, created_at, next_at)
            VALUES (?, ?, ?, 'webhook', json_object('delivery', ?), ?, ?)
            ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, next_at = excluded.next_at, tries = 0, done_at = NULL,
              dead_at = NULL, last_error = NULL`,
      args: [id, `webhook:${endpoint_id}`, userId, id, at, at],
    }),
    hurry(ctx, endpoint_id),
    tellChanged(ctx, endpoint_id),
  ])
  return { ok: true }
}
