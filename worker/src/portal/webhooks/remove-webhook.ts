import { and, eq, exists, inArray } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { isOwn, publishChanged, stopWaiting } from './own-endpoint.ts'

/**
 * Removes a webhook with its log. Nothing more is sent to it.
 * @throws AppError `not_found`
 */
export async function removeWebhook(ctx: BookkeeperContext, id: string): Promise<void> {
  const { db } = ctx
  // Failed deliveries can no longer be resent.
  const failed = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpoint_id, id), eq(webhookDeliveries.state, 'failed')))
  await commit(ctx, [
    check('not_found', exists(db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isOwn(ctx, id)))),
    ...stopWaiting(ctx, id),
    step(db.delete(outbox).where(inArray(outbox.id, failed))),
    step(db.delete(webhookEndpoints).where(isOwn(ctx, id))),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.removed', subjectType: 'webhook', subjectId: id }),
  ])
}
