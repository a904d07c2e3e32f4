import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Mail that an address does not want, by kind. By address, since that is who clicked the link, signed up or not. */
export const mailSwitches = sqliteTable(
  'mail_switches',
  {
    /** Lower case. */
    address: text().notNull(),
    /** A kind of the contract's mail-kinds. */
    kind: text().notNull(),
    off_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind] })],
)

/** News that wait to go to a person as one mail: one row for each person and kind, and for a client also each bookkeeper. */
export const mailDigests = sqliteTable(
  'mail_digests',
  {
    address: text().notNull(),
    kind: text().notNull(),
    /** The bookkeeper whom it is from; empty for mail to a bookkeeper. */
    sender: text().notNull(),
    /** What it is made of, a JSON list; `total` counts also those beyond what one mail lists. */
    items: text().notNull(),
    total: integer().notNull(),
    /** When it goes at the latest, however much comes in between. */
    latest_at: instant().notNull(),
    due_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind, t.sender] }), index('mail_digests_due').on(t.due_at)],
)
