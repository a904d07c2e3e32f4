import type { Templates } from '@portal/contract/workforms'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import type { Encoded } from '../db/encoded.ts'
import { STARTERS, starterSummary } from '../starters/starters.ts'
import { SUMMARY } from './summary.ts'

type Answer = Encoded<z.infer<typeof Templates>>

// The same for every firm, so encoded once.
const BUILT_IN = STARTERS.map((s) => JSON.stringify(starterSummary(s))).join(',')

/** Lists the templates of the bookkeeper's firm by name, then the starters. */
export async function listTemplates(ctx: BookkeeperContext): Promise<Answer> {
  const row = await ctx.db.get<{ items: string }>(sql`
    SELECT json_group_array(${SUMMARY}) AS items FROM (
      SELECT * FROM book_workforms WHERE firm_id = ${ctx.actor.firmId} AND is_template = 1 AND deleted_at IS NULL
      ORDER BY name COLLATE NOCASE, id LIMIT -1) p`)
  const own = row.items.slice(1, -1)
  return `{"items":[${own}${own && ','}${BUILT_IN}]}` as Answer
}
