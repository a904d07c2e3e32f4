import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { bookWorkforms } from './workforms.ts'

/**
 * Edits and deletions that are not applied to the sections of all clients yet, because more clients have the workform
 * than one batch changes.
 */
export const workformChanges = sqliteTable(
  'workform_changes',
  {
    workform_id: text()
      .primaryKey()
      .references(() => bookWorkforms.id),
    firm_id: text().notNull(),
    /** The user who made the last of them. */
    changed_by: text().notNull(),
    /** They are applied to the sections of clients up to this id. */
    after_client: text().notNull().default(''),
    due_at: instant().notNull(),
  },
  (t) => [index('workform_changes_due').on(t.due_at)],
)
