import { and, eq, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookClientAuth, bookClients } from '../db/schema/index.ts'

/** The columns of a client in the API, from the client record joined with its sign-in. */
export const CLIENT_COLUMNS = {
  id: bookClients.id,
  name: bookClients.name,
  email: bookClients.email,
  phone: bookClients.phone,
  company: bookClients.company,
  status: bookClients.status,
  created_at: bookClients.created_at,
  updated_at: bookClients.updated_at,
  password_set: sql<boolean>`coalesce(${bookClientAuth.password_set}, 0)`.mapWith(Boolean),
}

/** Returns a condition for one of the bookkeeper's clients. */
export const isOwnClient = ({ actor }: BookkeeperContext, id: string) =>
  and(eq(bookClients.id, id), eq(bookClients.bookkeeper_id, actor.userId))

/** Returns a query for one of the bookkeeper's clients. */
export const ownClient = (ctx: BookkeeperContext, id: string) =>
  ctx.db
    .select({ ...CLIENT_COLUMNS, declined: sql`${bookClientAuth.declined_at} IS NOT NULL`.mapWith(Boolean) })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(isOwnClient(ctx, id))
