import type { Notification, Notifications } from '@portal/contract/notifications'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { bookClientNotifications } from '../db/schema/index.ts'

/** The latest that are listed; older ones still count as unread. */
const LISTED = 100

/** The section that it is about: for a workform its first one. Plain names: drizzle leaves the table out of its own. */
const leadsTo = sql<string | null>`(SELECT a.id FROM book_client_workforms a
  WHERE a.client_id = book_client_notifications.client_id AND a.workform_id = book_client_notifications.workform_id
    AND (book_client_notifications.section_name IS NULL OR a.section_name = book_client_notifications.section_name)
  ORDER BY a.position, a.section_name LIMIT 1)`

/** A client's notifications, newest first. */
export async function listForClient(ctx: SignedIn, clientId: string): Promise<Notifications> {
  const own = and(eq(bookClientNotifications.client_id, clientId), eq(bookClientNotifications.recipient_type, 'client'))
  const [rows, [unread]] = await ctx.db.batch([
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
        assignment_id: leadsTo,
      })
      .from(bookClientNotifications)
      .where(own)
      .orderBy(desc(bookClientNotifications.created_at), desc(bookClientNotifications.id))
      .limit(LISTED),
    ctx.db
      .select({ n: count() })
      .from(bookClientNotifications)
      .where(and(own, eq(bookClientNotifications.is_read, false))),
  ])
  const items = rows.map((row): Notification => ({ ...row, type: typeOf(row), client_name: null }))
  return { items, unread: unread?.n ?? 0 }
}

function typeOf({ workform_id, section_name }: { workform_id: string | null; section_name: string | null }): Notification['type'] {
  if (section_name !== null) return 'section'
  return workform_id === null ? 'message' : 'workform'
}
