import type { Notification, Notifications, NotificationsPage } from '@portal/contract/notifications'
import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookClientNotifications, bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { mergeNotifications } from './derive-notifications.ts'
import { COUNTED } from './selection.ts'

/** Notifications in the bell: this many of the latest, and of the latest unread ones. */
const LISTED = 100
const SORT = 'notifications'

const ownOf = (clientId: string): SQL | undefined =>
  and(eq(bookClientNotifications.client_id, clientId), eq(bookClientNotifications.recipient_type, 'client'))
const unreadOf = (clientId: string): SQL | undefined => and(ownOf(clientId), eq(bookClientNotifications.is_read, false))

/** Selects the section that a notification links to: the workform's first one if none is named. */
const linkedSection = ({ db }: SignedIn) =>
  db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(bookClientWorkforms.client_id, bookClientNotifications.client_id),
        eq(bookClientWorkforms.workform_id, bookClientNotifications.workform_id),
        or(
          isNull(bookClientNotifications.section_name),
          eq(bookClientWorkforms.section_name, bookClientNotifications.section_name),
        ),
      ),
    )
    .orderBy(bookClientWorkforms.position, bookClientWorkforms.section_name)
    .limit(1)

const newest = (ctx: SignedIn, which: SQL | undefined) =>
  ctx.db
    .select({
      id: bookClientNotifications.id,
      title: bookClientNotifications.title,
      message: bookClientNotifications.message,
      is_read: bookClientNotifications.is_read,
      created_at: bookClientNotifications.created_at,
      client_id: bookClientNotifications.client_id,
      workform_id: bookClientNotifications.workform_id,
      section_name: bookClientNotifications.section_name,
      assignment_id: sql<string | null>`${linkedSection(ctx)}`,
    })
    .from(bookClientNotifications)
    .where(which)
    .orderBy(desc(bookClientNotifications.created_at), desc(bookClientNotifications.id))
type Row = Awaited<ReturnType<typeof newest>>[number]

const typeOf = ({ workform_id, section_name }: Row): Notification['type'] =>
  section_name !== null ? 'section' : workform_id === null ? 'message' : 'workform'

const notificationOf = (row: Row): Notification => ({ ...row, type: typeOf(row), client_name: null })

/** Selects the ids of notifications, up to a limit: thousands would cost more than the list. */
const counted = (ctx: SignedIn, which: SQL | undefined) =>
  ctx.db
    .select({ total: count(), ids: sql`json_group_array(id)`.mapWith((ids: string) => JSON.parse(ids) as string[]) })
    .from(
      ctx.db
        .select({ id: bookClientNotifications.id })
        .from(bookClientNotifications)
        .where(which)
        .limit(COUNTED)
        .as('counted'),
    )

/** Returns the notifications of a client's bell, newest first: the latest and the latest unread ones. */
export async function listForClient(ctx: SignedIn, clientId: string): Promise<Notifications> {
  const [latest, latestUnread, [unread], [total]] = await ctx.db.batch([
    newest(ctx, ownOf(clientId)).limit(LISTED),
    newest(ctx, unreadOf(clientId)).limit(LISTED),
    counted(ctx, unreadOf(clientId)),
    counted(ctx, ownOf(clientId)),
  ])
  const items = mergeNotifications([...latest, ...latestUnread].map(notificationOf))
  const unread_ids = unread?.ids ?? []
  return { items, unread: unread_ids.length, unread_ids, total: total?.total ?? 0 }
}

/** Returns a page of all of a client's notifications, or of the unread ones, newest first. */
export async function pageForClient(
  ctx: SignedIn,
  clientId: string,
  { tab, cursor, limit }: { tab: 'unread' | 'all'; cursor?: string | undefined; limit: number },
): Promise<NotificationsPage> {
  const after = decodeCursor(SORT, cursor)
  const place = sql`(${bookClientNotifications.created_at}, ${bookClientNotifications.id})`
  const which = and(
    tab === 'all' ? ownOf(clientId) : unreadOf(clientId),
    after ? sql`${place} < (${after.value}, ${after.id})` : undefined,
  )
  const { items, next } = await readPage(newest(ctx, which), {
    limit,
    sort: SORT,
    keyOf: ({ created_at, id }) => ({ value: created_at, id }),
  })
  return { items: items.map(notificationOf), next }
}
