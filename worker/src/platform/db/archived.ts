import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** What can hide an assigned section, in `book_client_workforms.hidden_by`. */
export const HIDDEN_BY = ['assignment', 'client'] as const

/** The condition of the partial indexes as text. SQLite uses them only for queries that repeat it. */
export const IS_SHOWN = 'hidden_by IS NULL'

/** Returns a condition on `book_client_workforms.hidden_by`: neither the assignment nor its client is archived. */
export const isShown = (hiddenBy: SQLWrapper): SQL => sql`${hiddenBy} IS NULL`
