import type { Notifications, NotificationsPage } from '@portal/contract/notifications'
import type { SignedIn } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import { deriveBell, deriveNotifications } from './derive-notifications.ts'

/** Notifications of each kind in the bell. */
const LATEST = 10
const SORT = 'notifications'

/** Returns the notifications of the bell, newest first: the latest of each kind and the latest unread ones. */
export const listForBookkeeper = (ctx: SignedIn): Promise<Notifications> => deriveBell(ctx, LATEST)

/** Returns a page of all notifications, or of the unread ones, newest first. */
export async function pageForBookkeeper(
  ctx: SignedIn,
  { tab, cursor, limit }: { tab: 'unread' | 'all'; cursor?: string | undefined; limit: number },
): Promise<NotificationsPage> {
  const after = decodeCursor(SORT, cursor)
  const rows = await deriveNotifications(ctx, { limit: limit + 1, after, unreadOnly: tab === 'unread' })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last ? encodeCursor(SORT, { value: last.created_at, id: last.id }) : null }
}
