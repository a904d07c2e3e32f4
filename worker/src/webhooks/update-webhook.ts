import type { UpdateWebhook } from '@portal/contract/webhooks'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { webhookEndpoints } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { checkAddress } from './add-webhook.ts'
import { hostOf, sendNow, publishChanged } from './own-endpoint.ts'

/** Stops what waits for an address that is switched off: it is never sent by itself. `except` is the delivery that is being tried. */
export function stopWaiting(ctx: Pick<BookkeeperContext, 'now'>, id: string, except = ''): Step[] {
  const at = ctx.now.toISOString()
  return [
    step({
      sql: `UPDATE webhook_deliveries SET state = 'stopped', next_at = NULL, done_at = ? WHERE endpoint_id = ? AND state = 'waiting'`,
      args: [at, id],
    }),
    step({
      sql: 'UPDATE outbox SET done_at = ? WHERE recipient = ? AND id <> ? AND done_at IS NULL AND dead_at IS NULL',
      args: [at, `webhook:${id}`, except],
    }),
  ]
}

/**
 * Changes an address, its events, or whether it is on. What waits goes to the new address at once.
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
  const { url: _, ...told } = { ...change, ...(url === undefined ? {} : { host: hostOf(url) }) }
  await commit(ctx, [
    step(ctx.db.update(webhookEndpoints).set(set).where(own), 'not_found'),
    ...(is_on === false ? stopWaiting(ctx, id) : []),
    ...(url === undefined ? [] : [sendNow(ctx, id)]),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.changed', subjectType: 'webhook', subjectId: id, detail: told }),
  ])
  return { ok: true }
}
