import type { UpdateWebhook } from '@portal/contract/webhooks'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { webhookEndpoints } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { checkAddress } from './add-webhook.ts'
import { hostOf, isOwn, publishChanged, sendNow, stopWaiting } from './own-endpoint.ts'

/**
 * Changes the address or events of a webhook, or switches it on or off. A new address gets waiting deliveries at once.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function updateWebhook(
  ctx: BookkeeperContext,
  id: string,
  change: z.output<typeof UpdateWebhook>,
): Promise<void> {
  const { url, events, is_on } = change
  if (url !== undefined) await checkAddress(ctx, url)
  const set = { url, events, is_on, updated_at: ctx.now.toISOString() }
  const { url: _, ...detail } = { ...change, ...(url === undefined ? {} : { host: hostOf(url) }) }
  await commit(ctx, [
    step(ctx.db.update(webhookEndpoints).set(set).where(isOwn(ctx, id)), 'not_found'),
    ...(is_on === false ? stopWaiting(ctx, id) : []),
    ...(url === undefined ? [] : [sendNow(ctx, id)]),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.changed', subjectType: 'webhook', subjectId: id, detail }),
  ])
}
