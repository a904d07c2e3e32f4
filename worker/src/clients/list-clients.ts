import type { Client, ClientsPage, ClientsQuery } from '@portal/contract/clients'
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor, type PageKey } from '../db/cursor.ts'
import { readPage } from '../db/page.ts'
import { bookClientAuth, bookClients } from '../db/schema/index.ts'
import { CLIENT_COLUMNS } from './client-columns.ts'
import { searchedClients } from './search.ts'

type Query = z.output<typeof ClientsQuery>

interface Order {
  by: SQL[]
  /** The value that goes into the cursor. */
  value: (client: Client) => string
  /** Returns a condition for the rows after a cursor. */
  after: (key: PageKey) => SQL | undefined
}

const { created_at, id } = bookClients
const name = sql`${bookClients.name} COLLATE NOCASE`

/** The sort orders of the list. The id breaks ties. */
const ORDERS: Record<Query['sort'], Order> = {
  created: {
    by: [asc(created_at), asc(id)],
    value: (client) => client.created_at,
    after: (key) => sql`(${created_at}, ${id}) > (${key.value}, ${key.id})`,
  },
  '-created': {
    by: [desc(created_at), desc(id)],
    value: (client) => client.created_at,
    after: (key) => sql`(${created_at}, ${id}) < (${key.value}, ${key.id})`,
  },
  // SQLite cannot seek row values in an index with another collation, so the tie-breaker is a condition of its own.
  name: {
    by: [asc(name), asc(id)],
    value: (client) => client.name,
    after: (key) => and(gte(name, key.value), or(gt(name, key.value), gt(id, key.id))),
  },
  '-name': {
    by: [desc(name), desc(id)],
    value: (client) => client.name,
    after: (key) => and(lte(name, key.value), or(lt(name, key.value), lt(id, key.id))),
  },
}

/** Returns a page of the bookkeeper's clients. The last page costs as little as the first. */
export function listClients(ctx: BookkeeperContext, { q, status, sort, limit, cursor }: Query): Promise<ClientsPage> {
  const { by, value, after } = ORDERS[sort]
  const key = decodeCursor(sort, cursor)
  const where = and(
    eq(bookClients.bookkeeper_id, ctx.actor.userId),
    status && eq(bookClients.status, status),
    key && after(key),
  )
  const query = ctx.db
    .select(CLIENT_COLUMNS)
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, id))
    .where(q ? inArray(bookClients.seq, searchedClients(ctx.actor.userId, q, where, by, limit + 1)) : where)
    .orderBy(...by)
  return readPage(query, { limit, sort, keyOf: (client) => ({ value: value(client), id: client.id }) })
}
