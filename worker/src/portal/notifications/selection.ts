import { and, count, eq, exists, lt, lte, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import type { PageKey } from '../../platform/db/cursor.ts'
import { notificationReads } from '../../platform/db/schema/index.ts'

/**
 * Unread notifications are counted and listed among this many of the latest ones of each kind: with thousands of read
 * ones the cost would grow without limit.
 */
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

/** Returns which of a kind's rows to read, newest first, for a list. */
export const rowsToRead = ({ limit, after, unreadOnly }: Selection): Pick<Selection, 'limit' | 'after'> =>
  unreadOnly ? { limit: COUNTED } : { limit, after }

/** A notification in a query: its id, its time, and whether it was read. */
interface Derived {
  id: SQL
  at: SQLWrapper
  isRead: SQL
}

/** Returns a condition for the notifications to list among the rows that were read. */
export const isListed = ({ id, at, isRead }: Derived, { after, unreadOnly }: Selection): SQL | undefined =>
  unreadOnly ? and(not(isRead), isAfter(at, id, after)) : undefined

/** Returns the columns that count notifications: all of them, and the ids of the unread ones. */
export const countColumns = ({ id, isRead }: Pick<Derived, 'id' | 'isRead'>) => ({
  total: count(),
  unread: sql`json_group_array(${id}) FILTER (WHERE NOT ${isRead})`.mapWith(
    (ids: string) => JSON.parse(ids) as string[],
  ),
})
