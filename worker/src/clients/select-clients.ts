import type { ClientSelection, SelectionQuery } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { searchedRows } from './search.ts'

/** Returns every client of the bookkeeper that matches the search and filter, up to the selection limit. */
export async function selectClients(
  ctx: BookkeeperContext,
  { q, status }: z.output<typeof SelectionQuery>,
): Promise<ClientSelection> {
  const { userId } = ctx.actor
  const where = status ? sql`c.bookkeeper_id = ${userId} AND c.status = ${status}` : sql`c.bookkeeper_id = ${userId}`
  const order = sql`c.name COLLATE NOCASE, c.id`
  const limit = MAX_SELECTED_CLIENTS + 1
  const rows = q
    ? searchedRows(userId, q, where, order, limit)
    : sql`SELECT c.* FROM book_clients c WHERE ${where} ORDER BY ${order} LIMIT ${limit}`
  const items = await ctx.db.all<ClientSelection['items'][number]>(sql`SELECT p.id, p.name, p.email FROM (${rows}) p`)
  return { items: items.slice(0, MAX_SELECTED_CLIENTS), more: items.length > MAX_SELECTED_CLIENTS }
}
