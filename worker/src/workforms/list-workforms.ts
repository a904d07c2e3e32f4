import type { WorkformsPage, WorkformsQuery } from '@portal/contract/workforms'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { containsText } from '../search/contains-text.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Encoded, encodedPage } from '../db/encoded.ts'
import { SUMMARY } from './summary.ts'

const SORT = '-created'

/** Returns a page of the bookkeeper's workforms, newest first; `q` searches their names. */
export function listWorkforms(
  ctx: BookkeeperContext,
  query: z.output<typeof WorkformsQuery>,
): Promise<Encoded<z.infer<typeof WorkformsPage>>> {
  const { q, tab, limit } = query
  const cursor = decodeCursor(SORT, query.cursor)
  const conditions = [
    sql`w.user_id = ${ctx.actor.userId} AND w.deleted_at IS NULL`,
    ...(tab === 'all' ? [] : [sql`w.is_template = ${tab === 'templates' ? 1 : 0}`]),
    ...(q ? [containsText(q, [sql`w.name`])] : []),
    ...(cursor ? [sql`(w.created_at, w.id) < (${cursor.value}, ${cursor.id})`] : []),
  ]
  const rows = sql`SELECT w.* FROM book_workforms w WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit + 1}`
  return encodedPage(ctx.db, { rows, row: SUMMARY, key: sql`p.created_at`, limit, sort: SORT })
}
