import { and, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientAuth, bookClientNotifications, bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { uuidSql } from '../../platform/db/uuid-sql.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns a query for the live events to the accounts of clients. @param clients a query for their ids */
export const eventsForClients = ({ db }: BookkeeperContext, workformId: string, clients: SQLWrapper) =>
  db
    .select({
      user_id: sql`${bookClientAuth.auth_user_id}`.as('user_id'),
      ids: sql`json_object('client_id', ${bookClientAuth.client_id}, 'workform_id', ${workformId})`.as('ids'),
    })
    .from(bookClientAuth)
    .where(and(isNotNull(bookClientAuth.auth_user_id), inArray(bookClientAuth.client_id, clients)))

/** Returns a query for the live events to the bookkeepers who have assigned sections of the workform. */
export const eventsForBookkeepers = ({ db }: BookkeeperContext, workformId: string, sections?: SQL) =>
  db
    .selectDistinct({
      user_id: sql`${bookClientWorkforms.assigned_by}`.as('user_id'),
      ids: sql`json_object('workform_id', ${workformId})`.as('ids'),
    })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.workform_id, workformId), sections))

/** Returns a step that adds a notification of the workform for each client. @param clients a query for their ids */
export function notifyEach(
  { now }: BookkeeperContext,
  workformId: string,
  clients: SQLWrapper,
  { title, message }: { title: string; message: string },
): Step {
  return step(sql`INSERT INTO ${bookClientNotifications}
      (id, client_id, is_read, title, message, created_at, sender_type, recipient_type, workform_id)
    SELECT ${uuidSql(now.getTime())}, c.client_id, 0, ${title}, ${message}, ${now.toISOString()},
      'bookkeeper', 'client', ${workformId}
    FROM ${clients} c`)
}
