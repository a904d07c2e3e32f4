import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { requireOwn, OWN, publishChanged } from './own-endpoint.ts'
import { stopWaiting } from './update-webhook.ts'

/**
 * Removes a webhook with its log. Nothing more is sent to it.
 * @throws AppError `not_found`
 */
export async function removeWebhook(ctx: BookkeeperContext, id: string): Promise<{ ok: true }> {
  await commit(ctx, [
    requireOwn(ctx, id),
    ...stopWaiting(ctx, id),
    // Failed deliveries can no longer be resent.
    step({
      sql: `DELETE FROM outbox
            WHERE id IN (SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = ? AND d.state = 'failed')`,
      args: [id],
    }),
    step({ sql: `DELETE FROM webhook_endpoints WHERE ${OWN}`, args: [id, ctx.actor.userId] }),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.removed', subjectType: 'webhook', subjectId: id }),
  ])
  return { ok: true }
}
