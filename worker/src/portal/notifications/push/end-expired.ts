import { inArray, lte } from 'drizzle-orm'
import { pushSubscriptions, sessions } from '../../../platform/db/schema/index.ts'
import { build, type Query } from '../../../platform/db/statement.ts'

/** Returns a query that deletes the push subscriptions of sessions that have expired. */
export function endExpiredPush(now: Date): Query {
  const expired = build.select({ id: sessions.id }).from(sessions).where(lte(sessions.expires_at, now.toISOString()))
  return build.delete(pushSubscriptions).where(inArray(pushSubscriptions.session_id, expired))
}
