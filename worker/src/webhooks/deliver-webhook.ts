import { type Env, settings } from '../env.ts'
import { runBatch } from '../db/run-batch.ts'
import type { Statement, WriteStatement } from '../db/writer/hrana.ts'
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

/** The delivery with its address, as both are at this moment; undefined where the address was removed. */
async function read(env: Env, id: string): Promise<PendingDelivery | undefined> {
  const statement = {
    sql: `SELECT e.id AS endpoint_id, e.bookkeeper_id, p.firm_id, p.email AS bookkeeper_email, e.url, e.is_on, e.secret, e.previous_secret, e.previous_until, d.client_id, d.body, d.state
          FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN profiles p ON p.id = e.bookkeeper_id WHERE d.id = ?`,
    args: [id],
  }
  const [rows] = await runBatch(env, [statement])
  return rows?.[0] as unknown as PendingDelivery | undefined
}

/** What the log says after a try. `next`: when it is tried again, in milliseconds; null where it is not. */
function logged(id: string, outcome: Outcome, next: number | null, now: Date): Statement {
  const at = now.toISOString()
  const state = outcome.ok ? 'delivered' : next === null ? 'failed' : 'waiting'
  return {
    // Switched off meanwhile: it stays stopped, unless it did go through.
    sql: `UPDATE webhook_deliveries SET state = ?, tries = tries + 1, status = ?, answer = ?, error = ?, tried_at = ?, next_at = ?, done_at = ?
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

/** A live event to the bookkeeper's tabs: when something went wrong, and with the last of what goes out together. */
function tell(row: OutboxRow, delivery: PendingDelivery, always: boolean, now: Date): WriteStatement {
  const ids = { webhook_id: delivery.endpoint_id, ...(delivery.client_id ? { client_id: delivery.client_id } : {}) }
  return publishToEach({ now }, 'webhook.changed', {
    sql: `SELECT ? AS user_id, ? AS ids
          WHERE ? OR NOT EXISTS (SELECT 1 FROM outbox WHERE recipient = ? AND seq > ? AND done_at IS NULL AND dead_at IS NULL)`,
    args: [delivery.bookkeeper_id, JSON.stringify(ids), Number(always), row.recipient, row.seq],
  }).statement
}

/** The signing secret under today's AUTH_SECRET. */
const reseal = ({ endpoint_id, secret }: PendingDelivery, resealed: string | undefined): Statement[] =>
  resealed
    ? [
        {
          sql: 'UPDATE webhook_endpoints SET secret = ? WHERE id = ? AND secret = ?',
          args: [resealed, endpoint_id, secret],
        },
      ]
    : []

/** Whether the address as a whole is away or wants to be left alone, as against refusing this one event. */
const takesNothing = ({ status }: Outcome): boolean => status === null || status === 429 || status === 503

/**
 * Tries a delivery once and writes down what came of it. What was stopped, switched off or removed meanwhile is not sent.
 * @throws TemporaryFailure when it is to be tried again, PermanentFailure when it was given up
 */
export async function deliverWebhook(env: Env, row: OutboxRow): Promise<void> {
  const delivery = await read(env, row.id)
  if (delivery?.state !== 'waiting' || !delivery.is_on) return
  const config = settings(env)
  const sent = new Date()
  const { secrets, resealed } = await openSecrets(config, delivery, sent)
  const outcome = await send(config, { url: delivery.url, id: row.id, body: delivery.body, secrets }, sent)
  const now = new Date()
  const next = outcome.ok ? null : nextTry(row.tries + 1, Date.parse(row.created_at), now.getTime(), outcome.wish)
  const dead = !outcome.ok && next === null && (await isDead(env, delivery.endpoint_id, row.created_at))
  const statements = [
    logged(row.id, outcome, next, now),
    ...(dead ? disableSteps(config, delivery, row, outcome.error ?? '', now) : []),
    ...reseal(delivery, resealed),
    tell(row, delivery, !outcome.ok, now),
  ]
  await runBatch(env, statements, dead ? ['live', 'mail'] : ['live'], dead)
  if (outcome.ok) return
  const message = outcome.error ?? 'not delivered'
  throw next === null
    ? new PermanentFailure(message)
    : new TemporaryFailure(message, next - now.getTime(), takesNothing(outcome))
}
