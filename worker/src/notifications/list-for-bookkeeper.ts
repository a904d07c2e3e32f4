import type { Notifications, NotificationsPage } from '@portal/contract/notifications'
import type { SignedIn } from '../context.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import { derived, latest, newestOnce } from './derive-notifications.ts'

/** How many of each kind the bell is built from (specification, section 9). */
const LATEST = 10
/** How many are looked at for one page of unread ones, so that it costs the same however many have been read. */
const LOOKED_AT = 200
const SORT = 'notifications'

/** Returns what the bell shows, newest first: the latest of each kind, and the latest unread ones. */
export async function listForBookkeeper(ctx: SignedIn): Promise<Notifications> {
  const { items, unread, total } = await latest(ctx, LATEST)
  const listed = items.filter((n) => !n.is_read).length
  if (unread <= listed) return { items, unread, total }
  const older = await derived(ctx, { limit: LATEST, unreadOnly: true })
  return { items: newestOnce([items, older]), unread, total }
}

/** Returns a page of all there are, or of those not read yet, newest first. */
export async function pageForBookkeeper(
  ctx: SignedIn,
  { tab, cursor, limit }: { tab: 'unread' | 'all'; cursor?: string | undefined; limit: number },
): Promise<NotificationsPage> {
  const looked = tab === 'all' ? limit : LOOKED_AT
  const found = await derived(ctx, { limit: looked + 1, after: decodeCursor(SORT, cursor) })
  const seen = found.slice(0, looked)
  const wanted = tab === 'all' ? seen : seen.filter((n) => !n.is_read)
  const items = wanted.slice(0, limit)
  const last = wanted.length > limit ? items.at(-1) : found.length > looked ? seen.at(-1) : undefined
  return { items, next: last ? encodeCursor(SORT, { value: last.created_at, id: last.id }) : null }
}
