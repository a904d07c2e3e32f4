import type { SubmissionSort } from '@portal/contract/submission-orders'
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PageKey } from '../../platform/db/cursor.ts'
import { bookFormSubmissions } from '../../platform/db/schema/index.ts'

const { id, updated_at, waiting_since, client_since, due_on, client_key } = bookFormSubmissions

/** The column of each sort order. `newest` is descending, the others ascending. */
const COLUMNS = {
  newest: updated_at,
  waiting: waiting_since,
  with_client: client_since,
  due: due_on,
  client: client_key,
} as const
/** Names of the sort orders in cursors. */
const NAMES: Readonly<Record<SubmissionSort, string>> = {
  newest: 'activity',
  waiting: 'waiting',
  with_client: 'with_client',
  due: 'due',
  client: 'client',
}

/** A sort order of the list, for the columns of book_form_submissions. */
export interface SubmissionOrder {
  /** The name in cursors. */
  name: string
  column: (typeof COLUMNS)[SubmissionSort]
  by: [SQL, SQL]
  /** Returns a condition: the submission comes after the last of a page. */
  after: (key: PageKey) => SQL
  /** Returns the same condition for a query that selects column and id. */
  afterRow: (row: SQLWrapper) => SQL
}

/** Returns a sort order of the list. Ties are sorted by id. */
export function submissionOrder(sort: SubmissionSort): SubmissionOrder {
  const column = COLUMNS[sort]
  const [direction, sign] = sort === 'newest' ? [desc, sql.raw('<')] : [asc, sql.raw('>')]
  return {
    name: NAMES[sort],
    column,
    by: [direction(column), direction(id)],
    after: (key) => sql`(${column}, ${id}) ${sign} (${key.value}, ${key.id})`,
    afterRow: (row) => sql`(${column}, ${id}) ${sign} ${row}`,
  }
}
