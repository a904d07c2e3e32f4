import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Returns a condition: a user has read the notification with an id, which may be null.
 * @param clientId the client record that the notification belongs to; null for a bookkeeper's
 */
export const isSeen = (userId: SQLWrapper, clientId: SQLWrapper | string | null, id: SQLWrapper): SQL =>
  sql`(EXISTS (SELECT 1 FROM book_client_notifications WHERE id = ${id} AND client_id = ${clientId} AND is_read)
    OR EXISTS (SELECT 1 FROM notification_reads WHERE user_id = ${userId} AND notification_id = ${id}))`
