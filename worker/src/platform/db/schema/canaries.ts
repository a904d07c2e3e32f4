import { OUTCOMES } from '@portal/contract/vitals'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns.ts'

/** A version of each remote that only some people get, in comparison with the live one. */
export const remoteCanaries = sqliteTable('remote_canaries', {
  name: text().primaryKey(),
  version: text().notNull(),
  /** The share of all people who get it (`CANARY_STEPS`). */
  percent: integer().notNull(),
  /** Firms and people who get it regardless of the share. */
  firm_ids: text({ mode: 'json' }).$type<string[]>().notNull(),
  user_ids: text({ mode: 'json' }).$type<string[]>().notNull(),
  started_by: text().notNull(),
  started_at: instant().notNull(),
  /** When the share last changed. */
  step_at: instant().notNull(),
  /** When operators and the team were told that it is suspect. */
  suspected_at: instant(),
  /** When they were last told that it waits. */
  reminded_at: instant(),
})

/** The people who have used a canary or the version that it is compared with. Deleted when the canary ends. */
export const canaryVotes = sqliteTable(
  'canary_votes',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Keyed hash of the user's id. */
    person: text().notNull(),
    /** Keyed hash of the id of the person's firm. */
    firm: text().notNull().default(''),
    /** `view`, or a kind of failure (`OUTCOMES`). */
    kind: text({ enum: OUTCOMES }).notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version, t.kind, t.person] }),
    check('canary_votes_kind', oneOf('kind', OUTCOMES)),
  ],
)
