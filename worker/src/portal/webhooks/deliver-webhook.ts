import { and, eq, gt, sql } from 'drizzle-orm'
import { type Database, noTrips, openDatabase } from '../../platform/db/client.ts'
import { type Env, settings } from '../../env.ts'
import { runBatch } from '../../platform/db/run-batch.ts'
import { outbox, profiles, webhookDeliveries, webhookEndpoints } from '../../platform/db/schema/index.ts'
import { build, type Query } from '../../platform/db/statement.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import type { OutboxRow } from '../../platform/outbox/row.ts'
import { TemporaryFailure, PermanentFailure } from '../../platform/outbox/delivery-errors.ts'
import { disableSteps, isDead } from './disable-webhook.ts'
import { isQueuedFor } from './own-endpoint.ts'
import { nextTry } from './retry.ts'
import { openSecrets } from './signing-secrets.ts'
import { type Outcome, send } from './send.ts'

/** Selects a delivery with its webhook, unless the webhook was removed. */
const pendingDelivery = (db: Database, id: string) =>
  db
    .select({
      endpoint_id: webhookEndpoints.id,
      bookkeeper_id: webhookEndpoints.bookkeeper_id,
      firm_id: profiles.firm_id,
      bookkeeper_email: profiles.email,
      url: webhookEndpoints.url,
      is_on: webhookEndpoints.is_on,
      secret: webhookEndpoints.secret,
      previous_secret: webhookEndpoints.previous_secret,
      previous_until: webhookEndpoints.previous_until,
      client_id: webhookDeliveries.client_id,
      body: webhookDeliveries.body,
      state: webhookDeliveries.state,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpoint_id))
    .innerJoin(profiles, eq(profiles.id, webhookEndpoints.bookkeeper_id))
    .where(eq(webhookDeliveries.id, id))
export type PendingDelivery = Awaited<ReturnType<typeof pendingDelivery>>[number]

/** Records an attempt. `next` is the time of the next attempt in milliseconds; null when there is none. */
function recordAttempt(id: string, outcome: Outcome, next: number | null, now: Date): Query {
  const at = now.toISOString()
  const state = outcome.ok ? 'delivered' : next === null ? 'failed' : 'waiting'
  return build
    .update(webhookDeliveries)
    .set({
      state,
      tries: sql`${webhookDeliveries.tries} + 1`,
      status: outcome.status,
      answer: outcome.answer,
      error: outcome.error,
      tried_at: at,
      next_at: next === null ? null : new Date(next).toISOString(),
      done_at: state === 'waiting' ? null : at,
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        // A delivery that was stopped in the meantime stays stopped, unless it has succeeded.
        outcome.ok ? undefined : eq(webhookDeliveries.state, 'waiting'),
      ),
    )
}

/** Publishes a live event after a failure, and after the last of several waiting deliveries. */
function publishOutcome(row: OutboxRow, delivery: PendingDelivery, outcome: Outcome, now: Date): Query {
  const ids = { webhook_id: delivery.endpoint_id, ...(delivery.client_id ? { client_id: delivery.client_id } : {}) }
  const others = sql`SELECT 1 FROM ${outbox} WHERE ${isQueuedFor(delivery.endpoint_id)} AND ${gt(outbox.seq, row.seq)}`
  const event = sql`SELECT ${delivery.bookkeeper_id} AS user_id, ${JSON.stringify(ids)} AS ids`
  return publishToEach({ now }, 'webhook.changed', outcome.ok ? sql`${event} WHERE NOT EXISTS (${others})` : event)
    .query
}

/** Stores the signing secret encrypted under the current AUTH_SECRET. */
const reseal = ({ endpoint_id, secret }: PendingDelivery, resealed: string): Query =>
  build
    .update(webhookEndpoints)
    .set({ secret: resealed })
    .where(and(eq(webhookEndpoints.id, endpoint_id), eq(webhookEndpoints.secret, secret)))

/** Returns whether the receiver as a whole is unavailable, rather than refusing this event. */
const isUnavailable = ({ status }: Outcome): boolean => status === null || status === 429 || status === 503

/**
 * Attempts a delivery once and records the outcome. Does nothing when the delivery was stopped or its webhook
 * switched off or removed.
 * @throws TemporaryFailure when it has to be retried, PermanentFailure when it must not be retried
 */
export async function deliverWebhook(env: Env, row: OutboxRow): Promise<void> {
  const config = settings(env)
  const db = openDatabase(config, noTrips())
  const [delivery] = await pendingDelivery(db, row.id)
  if (delivery?.state !== 'waiting' || !delivery.is_on) return
  const sent = new Date()
  const { secrets, resealed } = await openSecrets(config, delivery, sent)
  const outcome = await send(config, { url: delivery.url, id: row.id, body: delivery.body, secrets }, sent)
  const now = new Date()
  const next = outcome.ok
    ? null
    : nextTry(row.tries + 1, Date.parse(row.created_at), now.getTime(), outcome.retryAfterMs)
  const dead = !outcome.ok && next === null && (await isDead(db, delivery.endpoint_id, row.created_at))
  const statements = [
    recordAttempt(row.id, outcome, next, now),
    ...(dead ? disableSteps({ now }, config, delivery, row, outcome.error ?? '') : []),
    ...(resealed ? [reseal(delivery, resealed)] : []),
    publishOutcome(row, delivery, outcome, now),
  ]
  await runBatch(env, statements, dead ? ['live', 'mail'] : ['live'], dead)
  if (outcome.ok) return
  const message = outcome.error ?? 'not delivered'
  throw next === null
    ? new PermanentFailure(message)
    : new TemporaryFailure(message, next - now.getTime(), isUnavailable(outcome))
}
