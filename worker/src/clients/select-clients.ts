import type { ClientSelection, SelectionQuery } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookClients } from '../db/schema/index.ts'
import { searchedClients } from './search.ts'

/** Returns every client of the bookkeeper that matches the search and filter, up to the selection limit. */
export async function selectClients(
  ctx: BookkeeperContext,
  { q, status }: z.output<typeof SelectionQuery>,
): Promise<ClientSelection> {
  const { userId } = ctx.actor
  const { id, seq, name, email, bookkeeper_id } = bookClients
  const where = and(eq(bookkeeper_id, userId), status && eq(bookClients.status, status))
  const by = [sql`${name} COLLATE NOCASE`, asc(id)]
  const limit = MAX_SELECTED_CLIENTS + 1
  const items = await ctx.db
    .select({ id, name, email })
    .from(bookClients)
    .where(q ? inArray(seq, searchedClients(userId, q, where, by, limit)) : where)
    .orderBy(...by)
    .limit(limit)
  return { items: items.slice(0, MAX_SELECTED_CLIENTS), more: items.length > MAX_SELECTED_CLIENTS }
}
