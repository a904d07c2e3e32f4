import { and, eq, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientAuth, bookClients } from '../../platform/db/schema/index.ts'

/** The columns of a client in the API. */
export const CLIENT_COLUMNS = {
  id: bookClients.id,
  name: bookClients.name,
  email: bookClients.email,
  phone: bookClients.phone,
  company: bookClients.company,
  status: bookClients.status,
  created_at: bookClients.created_at,
  updated_at: bookClients.updated_at,
  password_set: bookClients.signed_up,
}

// As text, because Drizzle would omit the tables' names.
const tagNames = sql
  .raw(
    `(SELECT json_group_array(name) FROM (SELECT t.name FROM client_tags c JOIN tags t ON t.id = c.tag_id
      WHERE c.client_id = book_clients.id ORDER BY t.name_order))`,
  )
  .mapWith((names: string): string[] => JSON.parse(names) as string[])

/** The columns of a client in the list. */
export const LISTED_COLUMNS = {
  ...CLIENT_COLUMNS,
  sections: bookClients.sections,
  sections_done: bookClients.sections_done,
  sections_waiting: bookClients.sections_waiting,
  next_due: bookClients.next_due,
  last_activity_at: bookClients.last_activity_at,
  tags: tagNames,
  archived_at: bookClients.archived_at,
}

/** Returns a condition for one of the bookkeeper's clients. */
export const isOwnClient = ({ actor }: BookkeeperContext, id: string) =>
  and(eq(bookClients.id, id), eq(bookClients.bookkeeper_id, actor.userId))

/** Returns a query for one of the bookkeeper's clients. */
export const ownClient = (ctx: BookkeeperContext, id: string) =>
  ctx.db
    .select({ ...LISTED_COLUMNS, declined: sql`${bookClientAuth.declined_at} IS NOT NULL`.mapWith(Boolean) })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(isOwnClient(ctx, id))
