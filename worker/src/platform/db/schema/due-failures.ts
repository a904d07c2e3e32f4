import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Rows of due work that could not be handled. Until `next_at`, the work goes on without them. */
export const dueFailures = sqliteTable(
  'due_failures',
  {
    /** Name of the work. */
    work: text().notNull(),
    /** Identifies the row. */
    row_key: text().notNull(),
    tries: integer().notNull(),
    /** The last error. */
    error: text().notNull(),
    failed_at: instant().notNull(),
    next_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.work, t.row_key] })],
)
