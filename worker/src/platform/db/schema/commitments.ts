import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant } from './columns.ts'
import { bookFormSubmissions } from './workforms.ts'

/**
 * Days by which clients have promised to send a workform. A promise is kept when everything was sent before its day
 * ended, and missed when it has ended without that. Each assignment has at most one open promise, which is neither
 * sent, withdrawn nor over.
 */
export const commitments = sqliteTable(
  'commitments',
  {
    id: id(),
    submission_id: belongsTo(() => bookFormSubmissions.id),
    bookkeeper_id: text().notNull(),
    day: text().notNull(),
    /** When the day ends in the client's time zone. */
    ends_at: instant().notNull(),
    /** When the client promised first. A day that replaces one that is not over, also a withdrawn one, keeps it. */
    made_at: instant().notNull(),
    /** When the client made, changed or withdrew the promise, or when the day of a missed one was over. */
    changed_at: instant().notNull(),
    withdrawn: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the bookkeeper was notified that it was missed. */
    missed: integer({ mode: 'boolean' }).notNull().default(false),
    /** When everything was sent; null again when the client takes a section back. Set by triggers. */
    sent_at: instant(),
  },
  (t) => [
    index('commitments_submission').on(t.submission_id, t.changed_at),
    index('commitments_owner').on(t.bookkeeper_id, t.day, t.id).where(sql`withdrawn = 0`),
    index('commitments_ending').on(t.ends_at).where(sql`withdrawn = 0 AND missed = 0 AND sent_at IS NULL`),
    // For the bell, which also shows what was withdrawn.
    index('commitments_changed').on(t.bookkeeper_id, t.changed_at, t.id),
  ],
)
