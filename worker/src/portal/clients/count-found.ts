import type { FoundClients, FoundQuery } from '@portal/contract/clients'
import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { clientFilter } from './client-filter.ts'

/** Counts the bookkeeper's clients that a filter finds. */
export async function countFound(ctx: BookkeeperContext, filter: z.output<typeof FoundQuery>): Promise<FoundClients> {
  const [row] = await ctx.db
    .select({ found: count() })
    .from(bookClients)
    .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), clientFilter(ctx, filter)))
  return { found: row?.found ?? 0 }
}
