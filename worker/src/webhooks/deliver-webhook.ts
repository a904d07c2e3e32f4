import { type Env, settings } from '../env.ts'
import { runBatch } from '../db/run-batch.ts'
import type { Statement, WriteStatement } from '../db/statement.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import type { OutboxRow } from '../outbox/row.ts'
import { TemporaryFailure, PermanentFailure } from '../outbox/delivery-errors.ts'
import { disableSteps, isDead } from './disable-webhook.ts'
import { nextTry } from './retry.ts'
import { openSecrets, type SealedSecrets } from './signing-secrets.ts'
import { type Outcome, send } from './send.ts'

export interface PendingDelivery extends SealedSecrets {
  bookkeeper_id: string
  bookkeeper_email: string
  firm_id: string
  client_id: string | null
  url: string
  body: string
  state: string
  is_on: number
}

/** Reads a delivery with its webhook; undefined when the webhook was removed. */
async function readDelivery(env: Env, id: string): Promise<PendingDelivery | undefined> {
  const statement = {
    sql: `SELECT e.id AS endpoint_id, e.bookkeeper_id, p.firm_id, p.email AS bookkeeper_email, e.url, e.is_on,
            e.secret, e.previous_secret, e.previous_until, d.client_id, d.body, d.state
          FROM webhook_deliveries d
            JOIN webhook_endpoints e ON e.id = d.endpoint_id
            JOIN profiles p ON p.id = e.bookkeeper_id
          WHERE d.id = ?`,
    args: [id],
  }
  const [rows] = await runBatch(env, [statement])
  return rows?.[0] as unknown as PendingDelivery | undefined
}

/** Records an attempt. `next` is the time of the next attempt in milliseconds; null when there is none. */
function recordAttempt(id: string, outcome: Outcome, next: number | null, now: Date): Statement {
  const at = now.toISOString()
  const state = outcome.ok ? 'delivered' : next === null ? 'failed' : 'waiting'
  return {
    // A delivery that was stopped in the meantime stays stopped, unless it has succeeded.
    sql: `UPDATE webhook_deliveries SET state = ?, tries = tries + 1, status = ?, answer = ?, error = ?, tried_at = ?,
            next_at = ?, done_at = ?
          WHERE id = ? AND (state = 'waiting' OR ? = 'delivered')`,
    args: [
      state,
      outcome.status,
      outcome.answer,
      outcome.error,
      at,
      next === null ? null : new Date(next).toISOString(),
      state === 'waiting' ? null : at,
      id,
      state,
    ],
  }
}

/** Publishes a live event after a failure, and after the last of several waiting deliveries. */
function publishOutcome(row: OutboxRow, delivery: PendingDelivery, always: boolean, now: Date): WriteStatement {
  const ids = { webhook_id: delivery.endpoint_id, ...(delivery.client_id ? { client_id: delivery.client_id } : {}) }
  return publishToEach({ now }, 'webhook.changed', {
    sql: `SELECT ? AS user_id, ? AS ids
          WHERE ? OR NOT EXISTS (SELECT 1 FROM outbox
            WHERE recipient = ? AND seq > ? AND done_at IS NULL AND dead_at IS NULL)`,
    args: [delivery.bookkeeper_id, JSON.stringify(ids), Number(always), row.recipient, row.seq],
  }).statement
}

/** Stores the signing secret encrypted under the current AUTH_SECRET. */
const reseal = ({ endpoint_id, secret }: PendingDelivery, resealed: string | undefined): Statement[] =>
  resealed
    ? [
        {
          sql: 'UPDATE webhook_endpoints SET secret = ? WHERE id = ? AND secret = ?',
          args: [resealed, endpoint_id, secret],
        },
      ]
    : []

/** Returns whether the receiver as a whole is unavailable, rather than refusing this event. */
const isUnavailable = ({ status }: Outcome): boolean => status === null || status === 429 || status === 503

/**
 * Attempts a delivery once and records the outcome. Does nothing when the delivery was stopped or its webhook
 * switched off or removed.
 * @throws TemporaryFailure when it has to be retried, PermanentFailure when it must not be retried
 */
export async function deliverWebhook(env: Env, row: OutboxRow): Promise<void> {
  const delivery = await readDelivery(env, row.id)
  if (delivery?.state !== 'waiting' || !delivery.is_on) return
  const config = settings(env)
  const sent = new Date()
  const { secrets, resealed } = await openSecrets(config, delivery, sent)
  const outcome = await send(config, { url: delivery.url, id: row.id, body: delivery.body, secrets }, sent)
  const now = new Date()
  const next = outcome.ok
    ? null
    : nextTry(row.tries + 1, Date.parse(row.created_at), now.getTime(), outcome.retryAfterMs)
  const dead = !outcome.ok && next === null && (await isDead(env, delivery.endpoint_id, row.created_at))
  const statements = [
    recordAttempt(row.id, outcome, next, now),
    ...(dead ? disableSteps(config, delivery, row, outcome.error ?? '', now) : []),
    ...reseal(delivery, resealed),
    publishOutcome(row, delivery, !outcome.ok, now),
  ]
  await runBatch(env, statements, dead ? ['live', 'mail'] : ['live'], dead)
  if (outcome.ok) return
  const message = outcome.error ?? 'not delivered'
  throw next === null
    ? new PermanentFailure(message)
    : new TemporaryFailure(message, next - now.getTime(), isUnavailable(outcome))
}
