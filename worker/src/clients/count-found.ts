import type { FoundClients, FoundQuery } from '@portal/contract/clients'
import { and, count, eq, gte } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookClients } from '../db/schema/index.ts'
import { clientFilter } from './client-filter.ts'

/** Counts the bookkeeper's clients that a filter finds. */
export async function countFound(ctx: BookkeeperContext, filter: z.output<typeof FoundQuery>): Promise<FoundClients> {
  const { bookkeeper_id, created_at } = bookClients
  const [row] = await ctx.db
    .select({ found: count() })
    .from(bookClients)
    // The date, which all clients have, makes SQLite choose an index that includes the columns of the filters.
    .where(and(eq(bookkeeper_id, ctx.actor.userId), gte(created_at, ''), clientFilter(ctx, filter)))
  return { found: row?.found ?? 0 }
}
