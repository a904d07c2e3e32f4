import type { WorkformsPage, WorkformsQuery } from '@portal/contract/workforms'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { containsParts } from '../../platform/search/contains-text.ts'
import { SUMMARY } from './summary.ts'

const SORT = '-created'

/** Returns a page of the bookkeeper's workforms, newest first; `q` searches their names. */
export function listWorkforms(
  ctx: BookkeeperContext,
  { q, tab, limit, cursor }: z.output<typeof WorkformsQuery>,
): Promise<z.infer<typeof WorkformsPage>> {
  const { user_id, deleted_at, is_archived, is_template, name_order, created_at, id } = bookWorkforms
  const after = decodeCursor(SORT, cursor)
  const query = ctx.db
    .select(SUMMARY)
    .from(bookWorkforms)
    .where(
      and(
        eq(user_id, ctx.actor.userId),
        isNull(deleted_at),
        eq(is_archived, tab === 'archived'),
        tab === 'templates' || tab === 'client-forms' ? eq(is_template, tab === 'templates') : undefined,
        q ? containsParts(q, [name_order]) : undefined,
        after && sql`(${created_at}, ${id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(created_at), desc(id))
  return readPage(query, { limit, sort: SORT, keyOf: (row) => ({ value: row.created_at, id: row.id }) })
}
