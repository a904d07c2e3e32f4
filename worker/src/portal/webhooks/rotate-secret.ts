import type { WebhookSecret } from '@portal/contract/webhooks'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { webhookEndpoints } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { isOwn, publishChanged } from './own-endpoint.ts'
import { encodeSecret, newSecret, sealSecret } from './signing-secrets.ts'

/** How long the previous secret is used as well. */
const OVERLAP_MS = 86_400_000

/**
 * Creates and returns a new signing secret for a webhook.
 * @throws AppError `not_found`
 */
export async function rotateSecret(ctx: BookkeeperContext, id: string): Promise<WebhookSecret> {
  const secret = newSecret()
  await commit(ctx, [
    step(
      ctx.db
        .update(webhookEndpoints)
        .set({
          secret: await sealSecret(ctx.settings, id, secret),
          previous_secret: webhookEndpoints.secret,
          previous_until: new Date(ctx.now.getTime() + OVERLAP_MS).toISOString(),
          updated_at: ctx.now.toISOString(),
        })
        .where(isOwn(ctx, id)),
      'not_found',
    ),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.secret_rotated', subjectType: 'webhook', subjectId: id }),
  ])
  return { id, secret: encodeSecret(secret) }
}
