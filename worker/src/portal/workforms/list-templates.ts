import { containsWords } from '@portal/contract/search-text'
import type { TemplatesPage, TemplatesQuery } from '@portal/contract/workforms'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { containsParts } from '../../platform/search/contains-text.ts'
import { STARTERS, starterSummary } from '../starters/starters.ts'
import { SUMMARY } from './summary.ts'

const SORT = 'name'

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
  const { firm_id, is_template, deleted_at, is_archived, name_order, description, folded_description, id } =
    bookWorkforms
  const after = decodeCursor(SORT, cursor)
  const conditions: (SQL | undefined)[] = [
    eq(firm_id, ctx.actor.firmId),
    eq(is_template, true),
    isNull(deleted_at),
    eq(is_archived, false),
    q ? containsParts(q, [name_order, description, folded_description]) : undefined,
    after && sql`(${name_order}, ${id}) > (${after.value}, ${after.id})`,
  ]
  const query = ctx.db
    .select({ ...SUMMARY, key: sql<string>`${name_order}` })
    .from(bookWorkforms)
    .where(and(...conditions))
    .orderBy(asc(name_order), asc(id))
  const { items, next } = limit
    ? await readPage(query, { limit, sort: SORT, keyOf: (row) => ({ value: row.key, id: row.id }) })
    : { items: await query, next: null }
  const templates = items.map(({ key: _key, ...template }) => template)
  return { items: next === null ? [...templates, ...startersWith(q)] : templates, next }
}
