import type { Client, ClientsPage, ClientsQuery } from '@portal/contract/clients'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor, type PageKey } from '../db/cursor.ts'
import { type Encoded, encodedPage, jsonFlag, jsonRow } from '../db/encoded.ts'
import { searchedRows } from './search.ts'

type Query = z.output<typeof ClientsQuery>

interface Order {
  /** The column whose value goes into the cursor. */
  key: SQL
  order: SQL
  /** Returns a condition for the rows after a cursor. */
  after: (key: PageKey) => SQL
}

const name = sql`c.name COLLATE NOCASE`

/** The sort orders of the list. The id breaks ties. */
const ORDERS: Record<Query['sort'], Order> = {
  created: {
    key: sql`p.created_at`,
    order: sql`c.created_at, c.id`,
    after: ({ value, id }) => sql`(c.created_at, c.id) > (${value}, ${id})`,
  },
  '-created': {
    key: sql`p.created_at`,
    order: sql`c.created_at DESC, c.id DESC`,
    after: ({ value, id }) => sql`(c.created_at, c.id) < (${value}, ${id})`,
  },
  // SQLite cannot seek row values in an index with another collation, so the tie-breaker is a condition of its own.
  name: {
    key: sql`p.name`,
    order: sql`${name}, c.id`,
    after: ({ value, id }) => sql`${name} >= ${value} AND (${name} > ${value} OR c.id > ${id})`,
  },
  '-name': {
    key: sql`p.name`,
    order: sql`${name} DESC, c.id DESC`,
    after: ({ value, id }) => sql`${name} <= ${value} AND (${name} < ${value} OR c.id < ${id})`,
  },
}

const ROW = jsonRow<Client>({
  id: sql`p.id`,
  name: sql`p.name`,
  email: sql`p.email`,
  phone: sql`p.phone`,
  company: sql`p.company`,
  status: sql`p.status`,
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
  password_set: jsonFlag(sql`(SELECT a.password_set FROM book_client_auth a WHERE a.client_id = p.id)`),
})

/** Returns a page of the bookkeeper's clients. The last page costs as little as the first. */
export function listClients(ctx: BookkeeperContext, query: Query): Promise<Encoded<ClientsPage>> {
  const { q, status, sort, limit } = query
  const { key, order, after } = ORDERS[sort]
  const cursor = decodeCursor(sort, query.cursor)
  const where = sql.join(
    [
      sql`c.bookkeeper_id = ${ctx.actor.userId}`,
      ...(status ? [sql`c.status = ${status}`] : []),
      ...(cursor ? [after(cursor)] : []),
    ],
    sql` AND `,
  )
  const rows = q
    ? searchedRows(ctx.actor.userId, q, where, order, limit + 1)
    : sql`SELECT c.* FROM book_clients c WHERE ${where} ORDER BY ${order} LIMIT ${limit + 1}`
  return encodedPage(ctx.db, { rows, row: ROW, key, limit, sort })
}
