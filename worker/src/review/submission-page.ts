import type { SubmissionsQuery } from '@portal/contract/review'
import { passesFilter, type SectionFilter } from '@portal/contract/section-machine'
import { SECTION_STATUSES } from '@portal/contract/statuses'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { containing } from '../db/containing.ts'
import type { PageKey } from '../db/cursor.ts'
import { SHOWN_STATUS } from './shown-status.ts'

type Query = Pick<z.output<typeof SubmissionsQuery>, 'q' | 'filter' | 'workform' | 'client' | 'limit'>

/** Names the order of the list, for its cursors. */
export const SORT = 'activity'

/** Statuses that alone make a card pass the filter: the contract says which. */
const passing = (filter: SectionFilter): SQL =>
  sql.join(
    SECTION_STATUSES.filter((s) => passesFilter('bookkeeper', filter, [s])).map((s) => sql`${s}`),
    sql`, `,
  )

/** Whether the pair of submission `s` passes the filter: all its sections for 'approved', some section for the others. */
function passes(filter: SectionFilter, userId: string): SQL {
  const some = (condition: SQL) => sql`EXISTS (SELECT 1 FROM book_client_workforms a
    LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name
    WHERE a.submission_id = s.id AND a.assigned_by = ${userId} AND ${condition})`
  if (filter === 'approved') return sql`NOT ${some(sql`${SHOWN_STATUS} NOT IN (${passing(filter)})`)}`
  return some(sql`${SHOWN_STATUS} IN (${passing(filter)})`)
}

/** The ids of one page of the bookkeeper's submissions, one more than `limit`, newest activity first, behind `after`. */
export function submissionPage(userId: string, { q, filter, workform, client, limit }: Query, after: PageKey | undefined): SQL {
  const pairs = sql.join(
    [sql`assigned_by = ${userId}`, ...(workform ? [sql`workform_id = ${workform}`] : []), ...(client ? [sql`client_id = ${client}`] : [])],
    sql` AND `,
  )
  const conditions = [
    ...(after ? [sql`(s.updated_at, s.id) < (${after.value}, ${after.id})`] : []),
    ...(q ? [containing(q, [sql`w.name`, sql`c.name`, sql`c.email`])] : []),
    ...(filter === 'all' ? [] : [passes(filter, userId)]),
  ]
  const named = q ? sql`JOIN book_workforms w ON w.id = s.form_id JOIN book_clients c ON c.id = s.client_id` : sql``
  const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
  return sql`SELECT s.id FROM (SELECT DISTINCT workform_id, client_id FROM book_client_workforms WHERE ${pairs}) p
    JOIN book_form_submissions s ON s.form_id = p.workform_id AND s.client_id = p.client_id ${named}
    ${where} ORDER BY s.updated_at DESC, s.id DESC LIMIT ${limit + 1}`
}
