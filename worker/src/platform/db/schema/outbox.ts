import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Side effects of changes: live events, mail, webhooks and removal of files. Written in the same batch as the change.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    /** Rows with the same recipient are delivered in order. */
    recipient: text().notNull(),
    kind: text().notNull(),
    payload: text().notNull(),
    created_at: instant().notNull(),
    next_at: instant().notNull(),
    tries: integer().notNull().default(0),
    done_at: instant(),
    dead_at: instant(),
    last_error: text(),
    /** The bookkeeper in whose list of deliveries a mail appears; null for other rows. */
    bookkeeper_id: text(),
  },
  (t) => [
    uniqueIndex('outbox_id').on(t.id),
    // For a bookkeeper's list of deliveries: waiting and failed mail.
    index('outbox_own').on(t.bookkeeper_id, t.seq).where(sql`bookkeeper_id IS NOT NULL AND done_at IS NULL`),
    index('outbox_dead').on(t.dead_at).where(sql`dead_at IS NOT NULL`),
    index('outbox_due').on(t.next_at, t.seq).where(sql`done_at IS NULL AND dead_at IS NULL`),
    index('outbox_open_recipient').on(t.recipient, t.seq).where(sql`done_at IS NULL AND dead_at IS NULL`),
    index('outbox_done').on(t.done_at),
  ],
)
