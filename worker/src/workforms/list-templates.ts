import { containsWords } from '@portal/contract/search-text'
import type { TemplatesPage, TemplatesQuery } from '@portal/contract/workforms'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { readPage } from '../db/page.ts'
import { bookWorkforms } from '../db/schema/index.ts'
import { containsFolded } from '../search/contains-folded.ts'
import { STARTERS, starterSummary } from '../starters/starters.ts'
import { SUMMARY } from './summary.ts'

const SORT = 'name'

const BY_NAME = sql`${bookWorkforms.name} COLLATE NOCASE`

/** Returns the starters whose name and description contain all words of the text. */
const startersWith = (q: string | undefined) =>
  STARTERS.map(starterSummary).filter(({ name, description }) =>
    containsWords(`${name}\n${description ?? ''}`, q ?? ''),
  )

/**
 * Lists the templates of the bookkeeper's firm by name, then the starters. `q` searches names and descriptions. Without
 * a limit, all are listed.
 */
export async function listTemplates(
  ctx: BookkeeperContext,
  { q, cursor, limit }: Partial<z.output<typeof TemplatesQuery>>,
): Promise<z.infer<typeof TemplatesPage>> {
  const { firm_id, is_template, deleted_at, is_archived, name, description, id } = bookWorkforms
  const after = decodeCursor(SORT, cursor)
  const conditions: (SQL | undefined)[] = [
    eq(firm_id, ctx.actor.firmId),
    eq(is_template, true),
    isNull(deleted_at),
    eq(is_archived, false),
    q ? containsFolded(q, [name, description]) : undefined,
    // The first comparison is for the index, which a row value with a collation cannot use.
    after && sql`${BY_NAME} >= ${after.value} AND (${BY_NAME}, ${id}) > (${after.value}, ${after.id})`,
  ]
  const query = ctx.db
    .select(SUMMARY)
    .from(bookWorkforms)
    .where(and(...conditions))
    .orderBy(BY_NAME, asc(id))
  const { items, next } = limit
    ? await readPage(query, { limit, sort: SORT, keyOf: (row) => ({ value: row.name, id: row.id }) })
    : { items: await query, next: null }
  return { items: next === null ? [...items, ...startersWith(q)] : items, next }
}
