import type { UpdateWebhook } from '@portal/contract/webhooks'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { webhookEndpoints } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { checkAddress } from './add-webhook.ts'
import { hostOf, sendNow, publishChanged } from './own-endpoint.ts'

/** Returns steps that stop the waiting deliveries of a webhook, except the one that is being attempted. */
export function stopWaiting(ctx: Pick<BookkeeperContext, 'now'>, id: string, except = ''): Step[] {
  const at = ctx.now.toISOString()
  return [
    step({
      sql: `UPDATE webhook_deliveries SET state = 'stopped', next_at = NULL, done_at = ?
            WHERE endpoint_id = ? AND state = 'waiting'`,
      args: [at, id],
    }),
    step({
      sql: 'UPDATE outbox SET done_at = ? WHERE recipient = ? AND id <> ? AND done_at IS NULL AND dead_at IS NULL',
      args: [at, `webhook:${id}`, except],
    }),
  ]
}

/**
 * Changes the address or events of a webhook, or switches it on or off. A new address gets waiting deliveries at once.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function updateWebhook(
  ctx: BookkeeperContext,
  id: string,
  change: z.output<typeof UpdateWebhook>,
): Promise<{ ok: true }> {
  const { url, events, is_on } = change
  if (url !== undefined) await checkAddress(ctx, url)
  const set = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(is_on === undefined ? {} : { is_on }),
    updated_at: ctx.now.toISOString(),
  }
  const own = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.bookkeeper_id, ctx.actor.userId))
  const { url: _, ...detail } = { ...change, ...(url === undefined ? {} : { host: hostOf(url) }) }
  await commit(ctx, [
    step(ctx.db.update(webhookEndpoints).set(set).where(own), 'not_found'),
    ...(is_on === false ? stopWaiting(ctx, id) : []),
    ...(url === undefined ? [] : [sendNow(ctx, id)]),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.changed', subjectType: 'webhook', subjectId: id, detail }),
  ])
  return { ok: true }
}
