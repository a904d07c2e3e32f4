import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { authUsers, firms } from './people.ts'

/** The target of a value for everyone who has no value of their own. */
export const EVERYONE = '*'

/** Values of feature flags that operators have set, for everyone, a firm or a person. */
export const flagValues = sqliteTable(
  'flag_values',
  {
    name: text().notNull(),
    /** The id of the firm or person, or `*` for everyone. */
    target: text().notNull(),
    firm_id: text().references(() => firms.id, { onDelete: 'cascade' }),
    user_id: text().references(() => authUsers.id, { onDelete: 'cascade' }),
    /** The share of the target's people for whom the flag is on. */
    percent: integer().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.target] }),
    check('flag_values_percent', sql`percent BETWEEN 0 AND 100`),
    check('flag_values_target', sql`target = coalesce(firm_id, user_id, '*')`),
  ],
)
