import type { ClientsPage, ClientsQuery } from '@portal/contract/clients'
import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { clientSearch } from '../../platform/search/client-search.ts'
import { clientFilter } from './client-filter.ts'
import { LISTED_COLUMNS } from './own-client.ts'

type Query = z.output<typeof ClientsQuery>
type Columns = typeof LISTED_COLUMNS & { key: SQL.Aliased<string | number> }

/** What each order sorts by. Every one has an index. */
const ORDERS = {
  created: sql`${bookClients.created_at}`,
  name: sql`${bookClients.name_order}`,
  due: sql`${bookClients.due_order}`,
  activity: sql`${bookClients.activity_order}`,
  progress: sql`${bookClients.progress_order}`,
}

/** Returns an order by its name in the API: what it sorts by, and in which direction. */
function orderOf(sort: Query['sort']) {
  const isDescending = sort.startsWith('-')
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof ORDERS
  return { column: ORDERS[name], isNumber: name === 'progress', isDescending }
}

const clientsWhere = (ctx: BookkeeperContext, columns: Columns, where: SQL | undefined) =>
  ctx.db.select(columns).from(bookClients).where(where)

/** Returns a query for the bookkeeper's clients that contain the text and meet the condition. */
function searchClients(ctx: BookkeeperContext, columns: Columns, q: string, condition: SQL | undefined) {
  const { matches, isRare, isScanned, scannedOwner } = clientSearch(ctx, q, 'all')
  const { seq, bookkeeper_id } = bookClients
  return (
    ctx.db
      .with(matches)
      .select(columns)
      .from(matches)
      // SQLite would join an INNER JOIN the other way around, and read all of the bookkeeper's clients.
      .crossJoin(bookClients)
      .where(and(isRare, eq(seq, matches.seq), eq(bookkeeper_id, ctx.actor.userId), condition))
      .unionAll(clientsWhere(ctx, columns, and(eq(bookkeeper_id, scannedOwner), isScanned, condition)))
  )
}

/** Returns a page of the bookkeeper's clients. The last page costs as little as the first. */
export async function listClients(ctx: BookkeeperContext, query: Query): Promise<ClientsPage> {
  const { q, sort, limit, cursor } = query
  const { column, isNumber, isDescending } = orderOf(sort)
  const [direction, isBeyond, isFrom] = isDescending ? [desc, lt, lte] : [asc, gt, gte]
  // The id breaks ties. It is an expression, because Drizzle omits the table of a column that a UNION is sorted by.
  const id = sql`${bookClients.id}`
  const after = decodeCursor(sort, cursor)
  const value = isNumber ? Number(after?.value) : after?.value
  const condition = and(
    clientFilter(ctx, query),
    after && and(isFrom(column, value), or(isBeyond(column, value), isBeyond(id, after.id))),
  )
  const columns = { ...LISTED_COLUMNS, key: sql<string | number>`${column}`.as('order_key') }
  const rows = q
    ? searchClients(ctx, columns, q, condition)
    : clientsWhere(ctx, columns, and(eq(bookClients.bookkeeper_id, ctx.actor.userId), condition))
  const { items, next } = await readPage(rows.orderBy(direction(sql`order_key`), direction(id)), {
    limit,
    sort,
    keyOf: (client) => ({ value: String(client.key), id: client.id }),
  })
  return { items: items.map(({ key: _key, ...client }) => client), next }
}
