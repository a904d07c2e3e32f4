import type { Templates } from '@portal/contract/workforms'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookWorkforms } from '../db/schema/index.ts'
import { STARTERS, starterSummary } from '../starters/starters.ts'
import { SUMMARY } from './summary.ts'

/** Lists the templates of the bookkeeper's firm by name, then the starters. */
export async function listTemplates(ctx: BookkeeperContext): Promise<z.infer<typeof Templates>> {
  const { firm_id, is_template, deleted_at, name, id } = bookWorkforms
  const templates = await ctx.db
    .select(SUMMARY)
    .from(bookWorkforms)
    .where(and(eq(firm_id, ctx.actor.firmId), eq(is_template, true), isNull(deleted_at)))
    .orderBy(sql`${name} COLLATE NOCASE`, asc(id))
  return { items: [...templates, ...STARTERS.map(starterSummary)] }
}
