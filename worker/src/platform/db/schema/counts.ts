import { TURNS } from '@portal/contract/charts'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Denormalized counts of sections waiting for a bookkeeper's review, kept by triggers. */
export const waitingCounts = sqliteTable('waiting_counts', {
  bookkeeper_id: text().primaryKey(),
  n: integer().notNull(),
})

/** Denormalized counts of a bookkeeper's submissions by who has to act, kept by triggers. */
export const turnCounts = sqliteTable(
  'turn_counts',
  {
    bookkeeper_id: text().notNull(),
    turn: text({ enum: TURNS }).notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookkeeper_id, t.turn] })],
)
