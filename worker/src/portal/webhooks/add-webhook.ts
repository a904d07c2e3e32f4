import { MAX_WEBHOOKS } from '@portal/contract/limits'
import type { NewWebhook, WebhookSecret } from '@portal/contract/webhooks'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { webhookEndpoints } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { addressProblem } from '../../platform/net/address-problem.ts'
import { hostOf, publishChanged } from './own-endpoint.ts'
import { encodeSecret, newSecret, sealSecret } from './signing-secrets.ts'

/** @throws AppError `invalid_input` when nothing can be sent to the address */
export async function checkAddress(ctx: BookkeeperContext, url: string): Promise<void> {
  const message = await addressProblem(ctx.settings, url)
  if (message) throw new AppError('invalid_input', { detail: message, errors: [{ path: 'url', message }] })
}

/**
 * Adds a webhook and returns its signing secret. A retry of the request does not return the secret again.
 * @throws AppError `invalid_input`, `too_many_webhooks`
 */
export async function addWebhook(
  ctx: BookkeeperContext,
  { url, events }: z.output<typeof NewWebhook>,
): Promise<WebhookSecret> {
  await checkAddress(ctx, url)
  const { userId } = ctx.actor
  const id = uuidv7()
  const secret = newSecret()
  const at = ctx.now.toISOString()
  const row = {
    id,
    bookkeeper_id: userId,
    url,
    events,
    secret: await sealSecret(ctx.settings, id, secret),
    created_at: at,
    updated_at: at,
  }
  const own = ctx.db.$count(webhookEndpoints, eq(webhookEndpoints.bookkeeper_id, userId))
  await commit(ctx, [
    check('too_many_webhooks', sql`${own} < ${MAX_WEBHOOKS}`),
    step(ctx.db.insert(webhookEndpoints).values(row)),
    publishChanged(ctx, id),
    audit(ctx, {
      action: 'webhook.added',
      subjectType: 'webhook',
      subjectId: id,
      detail: { host: hostOf(url), events },
    }),
  ])
  return { id, secret: encodeSecret(secret) }
}
