import { and, eq, exists, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import type { PageKey } from '../db/cursor.ts'
import { notificationReads } from '../db/schema/index.ts'

/** The bell counts and lists unread notifications among this many of the latest ones of each kind. */
export const COUNTED = 500

/** Selects the notifications to list. */
export interface Selection {
  limit: number
  after?: PageKey | undefined
  unreadOnly?: boolean
}

/** Returns a condition for rows after a page key: older, or as old with a smaller id. */
export const isAfter = (at: SQLWrapper, id: SQL, after: PageKey | undefined): SQL | undefined =>
  after && and(lte(at, after.value), or(lt(at, after.value), lt(id, after.id)))

/** Returns a condition: the user has read the notification with an id. */
export const isMarked = ({ db, actor }: SignedIn, id: SQL): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(notificationReads)
      .where(and(eq(notificationReads.user_id, actor.userId), eq(notificationReads.notification_id, id))),
  )

/**
 * Returns how many of the latest rows to read. Unread ones are looked for among the latest only: with thousands of read
 * ones the cost would grow without limit.
 */
export const rowsToRead = ({ limit, unreadOnly }: Selection): number => (unreadOnly ? COUNTED : limit)

/** Counts the rows with a condition. */
export const countWhere = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`
