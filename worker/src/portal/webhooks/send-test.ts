import { WEBHOOK_TEST } from '@portal/contract/webhook-events'
import type { WebhookDeliveryDetail } from '@portal/contract/webhooks'
import { exists } from 'drizzle-orm'
import { countAttempt } from '../../platform/limits/attempts.ts'
import type { BookkeeperContext } from '../../context.ts'
import { webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { isOwn, publishChanged } from './own-endpoint.ts'
import { openSecrets } from './signing-secrets.ts'
import { send } from './send.ts'

const textOf = (at: string): string =>
  JSON.stringify({ event: WEBHOOK_TEST, timestamp: at, message: 'This is a test event from your Client Portal.' })

/**
 * Sends a test event at once, even to a webhook that is switched off, and returns the outcome. There is only
 * one attempt.
 * @throws AppError `not_found`, `too_many_requests`
 */
export async function sendTest(ctx: BookkeeperContext, endpointId: string): Promise<WebhookDeliveryDetail> {
  const { userId } = ctx.actor
  const own = ctx.db.select().from(webhookEndpoints).where(isOwn(ctx, endpointId))
  const endpoint = found((await own)[0])
  await countAttempt(ctx, 'webhook', userId)
  const [id, created_at] = [uuidv7(), ctx.now.toISOString()]
  const { secrets } = await openSecrets(ctx.settings, { ...endpoint, endpoint_id: endpointId }, ctx.now)
  const body = textOf(created_at)
  const { ok, status, answer, error } = await send(ctx.settings, { url: endpoint.url, id, body, secrets }, ctx.now)
  const delivery = {
    id,
    endpoint_id: endpointId,
    event: WEBHOOK_TEST,
    state: ok ? 'delivered' : 'failed',
    tries: 1,
    status,
    error,
  } as const
  const row = { ...delivery, body, answer, created_at, tried_at: created_at }
  await commit(ctx, [
    check('not_found', exists(own)),
    step(ctx.db.insert(webhookDeliveries).values({ ...row, bookkeeper_id: userId, done_at: created_at })),
    publishChanged(ctx, endpointId),
  ])
  return { ...row, url: endpoint.url, next_at: null }
}
