import type { ClientsPage, ClientsQuery } from '@portal/contract/clients'
import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { readPage } from '../db/page.ts'
import { bookClientAuth, bookClients } from '../db/schema/index.ts'
import { clientSearch } from '../search/client-search.ts'
import { containsText } from '../search/contains-text.ts'
import { CLIENT_COLUMNS } from './own-client.ts'

const ofClient = eq(bookClientAuth.client_id, bookClients.id)

const clientsWhere = (ctx: BookkeeperContext, where: SQL | undefined) =>
  ctx.db.select(CLIENT_COLUMNS).from(bookClients).leftJoin(bookClientAuth, ofClient).where(where)

/** Returns a query for the bookkeeper's clients whose name, email or company contains the text, in any case. */
function searchClients(ctx: BookkeeperContext, q: string, filter: SQL | undefined) {
  const { matches, isRare, scannedOwner } = clientSearch(ctx, q)
  const { seq, bookkeeper_id, name, email, company } = bookClients
  const scanned = and(eq(bookkeeper_id, scannedOwner), containsText(q, [name, email, company]), filter)
  return (
    ctx.db
      .with(matches)
      .select(CLIENT_COLUMNS)
      .from(matches)
      // SQLite would join an INNER JOIN the other way around, and read all of the bookkeeper's clients.
      .crossJoin(bookClients)
      .leftJoin(bookClientAuth, ofClient)
      .where(and(isRare, eq(seq, matches.seq), eq(bookkeeper_id, ctx.actor.userId), filter))
      .unionAll(clientsWhere(ctx, scanned))
  )
}

/** Returns a page of the bookkeeper's clients. The last page costs as little as the first. */
export function listClients(
  ctx: BookkeeperContext,
  { q, status, sort, limit, cursor }: z.output<typeof ClientsQuery>,
): Promise<ClientsPage> {
  const isByName = sort.endsWith('name')
  // The id breaks ties. Both are expressions, because Drizzle omits the table of a column that a UNION is sorted by.
  const id = sql`${bookClients.id}`
  const column = isByName ? sql`${bookClients.name} COLLATE NOCASE` : sql`${bookClients.created_at}`
  const [order, isBeyond, isFrom] = sort.startsWith('-') ? [desc, lt, lte] : [asc, gt, gte]
  const after = decodeCursor(sort, cursor)
  const filter = and(
    status && eq(bookClients.status, status),
    after && and(isFrom(column, after.value), or(isBeyond(column, after.value), isBeyond(id, after.id))),
  )
  const query = q
    ? searchClients(ctx, q, filter)
    : clientsWhere(ctx, and(eq(bookClients.bookkeeper_id, ctx.actor.userId), filter))
  return readPage(query.orderBy(order(column), order(id)), {
    limit,
    sort,
    keyOf: (client) => ({ value: isByName ? client.name : client.created_at, id: client.id }),
  })
}
