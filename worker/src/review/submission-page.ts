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

/**
 * A section of submission `s` for which the condition holds. The plus keeps SQLite from the index of all that the bookkeeper has
 * assigned: a submission has a handful of sections.
 */
const someSection = (userId: string, condition: SQL): SQL => sql`EXISTS (SELECT 1 FROM book_client_workforms a
  LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name
  WHERE a.submission_id = s.id AND +a.assigned_by = ${userId} AND ${condition})`

/** Whether the pair of submission `s` passes the filter: all its sections for 'approved', some section for the others. */
function passes(filter: SectionFilter, userId: string): SQL {
  const assigned = someSection(userId, sql`true`)
  if (filter === 'all') return assigned
  if (filter === 'approved') return sql`${assigned} AND NOT ${someSection(userId, sql`${SHOWN_STATUS} NOT IN (${passing(filter)})`)}`
  return someSection(userId, sql`${SHOWN_STATUS} IN (${passing(filter)})`)
}

const ORDER = sql`s.updated_at DESC, s.id DESC`

/** Characters below which the trigram index knows nothing. */
const TRIGRAM = 3
/** Clients found up to which their submissions are looked up, and beyond which walking the list in its own order is cheaper. */
const FEW = 1000

/**
 * The submissions that a search finds. A text that only few clients have, and no workform, is found through the index of clients;
 * whatever is frequent is soon met in the list itself. Only one of the two runs: LIMIT 0 stops the other before it begins.
 */
function searched({ userId, firmId }: Owner, q: string, where: SQL, limit: number): SQL {
  // CROSS JOIN: the submissions lead, in their order, so that the page ends as soon as it is full.
  const walk = sql`SELECT s.id, s.updated_at FROM book_form_submissions s
    CROSS JOIN book_workforms w ON w.id = s.form_id CROSS JOIN book_clients c ON c.id = s.client_id
    WHERE ${where} AND ${containing(q, [sql`w.name`, sql`c.name`, sql`c.email`])} ORDER BY ${ORDER}`
  if (Array.from(q).length < TRIGRAM) return sql`${walk} LIMIT ${limit}`
  const match = `{name email} : "${q.replaceAll('\0', '').replaceAll('"', '""')}"`
  const frequent = sql`((SELECT count(*) FROM few) > ${FEW} OR EXISTS (SELECT 1 FROM forms))`
  return sql`SELECT s.id FROM (
    WITH few AS MATERIALIZED (SELECT rowid AS seq FROM clients_search WHERE clients_search MATCH ${match} LIMIT ${FEW + 1}),
      forms AS MATERIALIZED (SELECT w.id FROM book_workforms w WHERE w.firm_id = ${firmId} AND ${containing(q, [sql`w.name`])} LIMIT 1)
    SELECT * FROM (
      SELECT s.id, s.updated_at FROM (SELECT seq FROM few WHERE NOT ${frequent}) f
        CROSS JOIN book_clients c ON c.seq = f.seq AND c.bookkeeper_id = ${userId} CROSS JOIN book_form_submissions s ON s.client_id = c.id
      WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit})
    UNION ALL SELECT * FROM (${walk} LIMIT (SELECT iif(${frequent}, ${limit}, 0)))) s`
}

/** Whose submissions are listed. */
export interface Owner {
  userId: string
  firmId: string
}

/** The ids of one page of the bookkeeper's submissions, one more than `limit`, newest activity first, behind `after`. */
export function submissionPage(owner: Owner, { q, filter, workform, client, limit }: Query, after: PageKey | undefined): SQL {
  const { userId } = owner
  // Where a client or a workform is asked for, its own index leads to fewer rows than the bookkeeper's.
  const own = workform || client ? sql`+s.bookkeeper_id` : sql`s.bookkeeper_id`
  const where = sql.join(
    [
      sql`${own} = ${userId}`,
      ...(workform ? [sql`s.form_id = ${workform}`] : []),
      ...(client ? [sql`s.client_id = ${client}`] : []),
      ...(after ? [sql`(s.updated_at, s.id) < (${after.value}, ${after.id})`] : []),
      passes(filter, userId),
    ],
    sql` AND `,
  )
  if (q) return searched(owner, q, where, limit + 1)
  return sql`SELECT s.id FROM book_form_submissions s WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit + 1}`
}
