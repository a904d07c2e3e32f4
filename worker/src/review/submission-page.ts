import { todayIn } from '@portal/contract/dates'
import type { SubmissionsQuery } from '@portal/contract/review'
import type { SectionFilter, SubmissionFocus } from '@portal/contract/section-machine'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  LOOKUP_LIMIT,
  rareMatches,
  cappedMatches,
  isTooShort,
  matchesText,
  scanLimit,
} from '../search/client-search.ts'
import { containsText } from '../search/contains-text.ts'
import type { PageKey } from '../db/cursor.ts'
import { monthStarts } from '../time/day-starts.ts'
import { isDone, isOpen } from '../db/section-phase.ts'

type Query = Pick<z.output<typeof SubmissionsQuery>, 'q' | 'filter' | 'only' | 'workform' | 'client' | 'limit'>

/** Most matching workforms whose latest submissions are looked up. With more, a scan of the list fills a page soon. */
const FORM_LIMIT = 100

/** The sort order in cursors of the list. */
export const SORT = 'activity'

/** The bookkeeper whose submissions are listed. The time zone decides what is overdue and which month it is. */
export interface Owner {
  userId: string
  firmId: string
  timeZone: string
}

/** Returns a condition on sections `f` that the dashboard counts: overdue, or approved this month. */
function countedSections({ timeZone }: Owner, only: 'overdue' | 'completed', now: Date): SQL {
  return only === 'overdue'
    ? sql`${sql.raw(isOpen('f'))} AND f.due_date < ${todayIn(timeZone, now)}`
    : sql`${sql.raw(isDone('f'))} AND f.approved_at >= ${monthStarts(timeZone, now).start}`
}

/** Returns a condition for the submissions that a dashboard figure counts. */
function focusCondition(owner: Owner, only: SubmissionFocus, now: Date): SQL {
  if (only === 'waiting') return sql`s.waiting > 0`
  const own = sql`SELECT f.submission_id FROM book_client_workforms f
    WHERE f.assigned_by = ${owner.userId} AND ${countedSections(owner, only, now)}`
  return sql`s.id IN (${own})`
}

/** Conditions of the filters. Triggers maintain the flags, and each filter has a partial index in list order. */
const PASSES: { readonly [F in SectionFilter]: SQL } = {
  all: sql.raw('true'),
  pending: sql.raw('s.is_pending = 1'),
  approved: sql.raw('s.is_approved = 1'),
  rejected: sql.raw('s.is_rejected = 1'),
}

const ORDER = sql`s.updated_at DESC, s.id DESC`

/** Returns the table of a scan in list order, with the index of the filter. */
function scanTable({ filter, only }: Query, ofForm: boolean): SQL {
  if (only === 'waiting' && !ofForm)
    return sql.raw('book_form_submissions s INDEXED BY book_form_submissions_owner_waiting')
  const index = `book_form_submissions_${ofForm ? 'form' : 'owner'}${filter === 'all' ? '' : `_${filter}`}`
  return sql.raw(`book_form_submissions s INDEXED BY ${index}`)
}

/** Returns a table for a WITH: clients of the bookkeeper whose name or email contains the text, up to a limit. */
function matchingClients(userId: string, q: string): SQL {
  // Scanned in row order. By email, which the planner would choose, every row needs a random lookup.
  const scan = (limit: SQL): SQL =>
    sql`SELECT c.id FROM book_clients c INDEXED BY book_clients_owner_created
      WHERE c.bookkeeper_id = ${userId} AND ${containsText(q, [sql`c.name`, sql`c.email`])} LIMIT ${limit}`
  if (isTooShort(q)) return sql`matching_clients AS MATERIALIZED (${scan(sql`${LOOKUP_LIMIT + 1}`)})`
  return sql`${cappedMatches(userId, matchesText(q, ['name', 'email']))},
    matching_clients AS MATERIALIZED (
      SELECT c.id FROM ${rareMatches} f CROSS JOIN book_clients c NOT INDEXED ON c.seq = f.seq
        WHERE c.bookkeeper_id = ${userId}
      UNION ALL SELECT * FROM (${scan(scanLimit(userId, LOOKUP_LIMIT + 1))}))`
}

/**
 * Returns the submissions that a search finds. With few matching clients and workforms, it looks up their submissions:
 * all of each client, the latest of each workform. With many, it scans the list, which fills a page soon. LIMIT 0
 * disables the other of the two.
 */
function searchPage(owner: Owner, query: Query, where: SQL): SQL {
  const { q = '', workform, limit } = query
  const n = limit + 1
  const forms = sql`SELECT w.id FROM book_workforms w
    WHERE w.firm_id = ${owner.firmId} AND ${containsText(q, [sql`w.name`])}`
  return sql`SELECT s.id FROM (
    WITH ${matchingClients(owner.userId, q)},
      matching_forms AS MATERIALIZED (${forms} LIMIT ${FORM_LIMIT + 1}),
      size AS MATERIALIZED (SELECT iif((SELECT count(*) FROM matching_forms) > ${FORM_LIMIT}, ${LOOKUP_LIMIT + 1},
        (SELECT count(*) FROM matching_clients)) AS n)
    SELECT * FROM (
      SELECT s.id, s.updated_at FROM (SELECT id FROM matching_clients WHERE (SELECT n FROM size) <= ${LOOKUP_LIMIT}) c
        CROSS JOIN book_form_submissions s INDEXED BY book_form_submissions_client ON s.client_id = c.id
      WHERE ${where}
      UNION SELECT o.id, o.updated_at FROM matching_forms f CROSS JOIN book_form_submissions o ON o.id IN (
          SELECT s.id FROM ${scanTable(query, true)} WHERE s.form_id = f.id AND ${where}
          ORDER BY ${ORDER} LIMIT ${n})
        WHERE (SELECT n FROM size) <= ${LOOKUP_LIMIT}
      ORDER BY 2 DESC, 1 DESC LIMIT ${n})
    UNION ALL SELECT * FROM (
      SELECT s.id, s.updated_at FROM ${scanTable(query, workform !== undefined)}
        CROSS JOIN book_workforms w ON w.id = s.form_id CROSS JOIN book_clients c ON c.id = s.client_id
      WHERE ${where} AND ${containsText(q, [sql`w.name`, sql`c.name`, sql`c.email`])}
      ORDER BY ${ORDER} LIMIT (SELECT iif(n > ${LOOKUP_LIMIT}, ${n}, 0) FROM size))) s`
}

/**
 * Returns the submissions with a section that matches. With few matching sections it looks up their submissions; with
 * many it scans the list.
 */
function focusPage({ userId }: Owner, query: Query, passes: SQL, counts: SQL): SQL {
  const n = query.limit + 1
  const { workform, only } = query
  // Overdue sections of one workform have an index of their own.
  const index = sql.raw(only === 'completed' ? 'approved' : workform ? 'workform_open' : 'open')
  const ofForm = workform ? sql` AND f.workform_id = ${workform}` : sql``
  return sql`SELECT s.id FROM (
    WITH matching AS MATERIALIZED (SELECT DISTINCT f.submission_id AS id
        FROM book_client_workforms f INDEXED BY book_client_workforms_${index}
        WHERE f.assigned_by = ${userId}${ofForm} AND ${counts} LIMIT ${LOOKUP_LIMIT + 1}),
      size AS MATERIALIZED (SELECT count(*) AS n FROM matching)
    SELECT * FROM (
      SELECT s.id, s.updated_at FROM (SELECT id FROM matching WHERE (SELECT n FROM size) <= ${LOOKUP_LIMIT}) x
        CROSS JOIN book_form_submissions s INDEXED BY sqlite_autoindex_book_form_submissions_1 ON s.id = x.id
      WHERE ${passes} ORDER BY ${ORDER} LIMIT ${n})
    UNION ALL SELECT * FROM (
      SELECT s.id, s.updated_at FROM ${scanTable(query, query.workform !== undefined)}
      WHERE ${passes} AND EXISTS (SELECT 1 FROM book_client_workforms f
        WHERE f.submission_id = s.id AND +f.assigned_by = ${userId} AND ${counts})
      ORDER BY ${ORDER} LIMIT (SELECT iif(n > ${LOOKUP_LIMIT}, ${n}, 0) FROM size))) s`
}

/** Returns a query for the ids of one page of submissions, plus one, the newest activity first. */
export function submissionPage(owner: Owner, query: Query, after: PageKey | undefined, now: Date): SQL {
  const { q, filter, only, workform, client, limit } = query
  const passes = sql.join(
    [
      sql`s.bookkeeper_id = ${owner.userId}`,
      PASSES[filter],
      ...(workform ? [sql`s.form_id = ${workform}`] : []),
      ...(client ? [sql`s.client_id = ${client}`] : []),
      ...(only === 'completed' ? [sql`s.is_approved = 1`] : []),
      ...(after ? [sql`(s.updated_at, s.id) < (${after.value}, ${after.id})`] : []),
    ],
    sql` AND `,
  )
  const where = only ? sql`${passes} AND ${focusCondition(owner, only, now)}` : passes
  if (client) {
    // A client has only a few submissions, and an index for them.
    const named = q ? sql` AND ${containsText(q, [sql`w.name`, sql`c.name`, sql`c.email`])}` : sql``
    return sql`SELECT s.id FROM book_form_submissions s INDEXED BY book_form_submissions_client
      CROSS JOIN book_workforms w ON w.id = s.form_id CROSS JOIN book_clients c ON c.id = s.client_id
      WHERE ${where}${named} ORDER BY ${ORDER} LIMIT ${limit + 1}`
  }
  if (q) return searchPage(owner, query, where)
  if (only === 'overdue' || only === 'completed')
    return focusPage(owner, query, passes, countedSections(owner, only, now))
  return sql`SELECT s.id FROM ${scanTable(query, workform !== undefined)} WHERE ${where} ORDER BY ${ORDER}
    LIMIT ${limit + 1}`
}
