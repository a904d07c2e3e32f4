import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { isLive } from '../../../platform/access/require-session.ts'
import { type Database, noTrips, openDatabase } from '../../../platform/db/client.ts'
import { runBatch } from '../../../platform/db/run-batch.ts'
import { firms, profiles, pushSubscriptions, sessions } from '../../../platform/db/schema/index.ts'
import { type Env, settings } from '../../../env.ts'
import { PermanentFailure, TemporaryFailure } from '../../../platform/outbox/delivery-errors.ts'
import { type PushNews, publishToUser } from '../../../platform/outbox/enqueue.ts'
import type { OutboxRow } from '../../../platform/outbox/row.ts'
import { isSeen } from '../is-seen.ts'
import { composePush } from './compose-push.ts'
import { type PushOutcome, type PushTarget, sendPush } from './send-push.ts'

/** Older news is not sent: by then, the mail has arrived. */
const MAX_AGE_MS = 86_400_000

interface Target extends PushTarget {
  user_id: string
  /** The firm that writes to the client; null for news to a bookkeeper. */
  firm: string | null
}

/**
 * Selects the browser of a session, unless the session has ended, acts as another client record by now, or its user has
 * read the notification.
 */
function selectTarget(db: Database, sessionId: string, { sender, client_id, item }: PushNews, now: Date) {
  const { endpoint, p256dh, auth, session_id } = pushSubscriptions
  const seen = isSeen(sql`${sessions.user_id}`, client_id, sql`${JSON.stringify(item)} ->> 'notification_id'`)
  const sameRecord: SQL = sql`${sessions.client_id} IS ${client_id}`
  return db
    .select({
      endpoint,
      p256dh,
      auth,
      user_id: sessions.user_id,
      firm: sql<string | null>`coalesce(${firms.sender_name}, ${firms.name})`,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, session_id))
    .leftJoin(profiles, eq(profiles.id, sender))
    .leftJoin(firms, eq(firms.id, profiles.firm_id))
    .where(and(eq(session_id, sessionId), isLive({ now }), sameRecord, not(seen)))
}

/** Deletes a subscription that the push service no longer accepts, unless it was replaced in the meantime. */
async function remove(env: Env, db: Database, { endpoint, user_id }: Target): Promise<void> {
  const end = db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
  await runBatch(env, [end, publishToUser({ now: new Date() }, user_id, 'account.changed', {}).query], ['live'])
}

/** Whether the browser is gone (RFC 8030), or subscribed with a key that the portal no longer has. */
const isGone = ({ status }: PushOutcome): boolean => status === 404 || status === 410 || status === 403

/** Whether the push service as a whole is unavailable. */
const isUnavailable = ({ status }: PushOutcome): boolean => status === null || status === 429 || status >= 500

/**
 * Attempts a push message once. Does nothing when it has become pointless. Removes the subscription when the browser is
 * gone.
 * @throws TemporaryFailure when it has to be retried, PermanentFailure when it must not be retried
 */
export async function deliverPush(env: Env, row: OutboxRow): Promise<void> {
  const config = settings(env)
  const now = new Date()
  if (config.VAPID_PRIVATE_KEY === '' || now.getTime() - Date.parse(row.created_at) > MAX_AGE_MS) return
  const news = JSON.parse(row.payload) as PushNews
  const db = openDatabase(config, noTrips())
  const [target] = await selectTarget(db, row.recipient.slice('push:'.length), news, now)
  const text = target && (await composePush(db, news))
  if (!text) return
  const { notification_id = null } = news.item as { notification_id?: string }
  const outcome = await sendPush(config, target, { ...text, body: target.firm ?? '', notification_id })
  if (outcome.error === null) return
  if (isGone(outcome)) return remove(env, db, target)
  throw isUnavailable(outcome)
    ? new TemporaryFailure(outcome.error, outcome.retryAfterMs, true)
    : new PermanentFailure(outcome.error)
}
