import type { WebhookSecret } from '@portal/contract/webhooks'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { OWN, publishChanged } from './own-endpoint.ts'
import { encodeSecret, newSecret, sealSecret } from './signing-secrets.ts'

/** How long the previous secret is used as well. */
const OVERLAP_MS = 86_400_000

/**
 * Creates and returns a new signing secret for a webhook.
 * @throws AppError `not_found`
 */
export async function rotateSecret(ctx: BookkeeperContext, id: string): Promise<WebhookSecret> {
  const secret = newSecret()
  const at = ctx.now.toISOString()
  const until = new Date(ctx.now.getTime() + OVERLAP_MS).toISOString()
  await commit(ctx, [
    step(
      {
        sql: `UPDATE webhook_endpoints
              SET previous_secret = secret, previous_until = ?, secret = ?, updated_at = ? WHERE ${OWN}`,
        args: [until, await sealSecret(ctx.settings, id, secret), at, id, ctx.actor.userId],
      },
      'not_found',
    ),
    publishChanged(ctx, id),
    audit(ctx, { action: 'webhook.secret_rotated', subjectType: 'webhook', subjectId: id }),
  ])
  return { id, secret: encodeSecret(secret) }
}
