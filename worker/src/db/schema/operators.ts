import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant } from './columns.ts'
import { remoteTokens } from './remotes.ts'

/** Sessions of the operator page: of an operator, by address, or of a team, by its token. */
export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    id: id(),
    /** Hash of the token in the cookie. */
    token_hash: text().notNull(),
    email: text(),
    remote_token_id: text().references(() => remoteTokens.id, { onDelete: 'cascade' }),
    /** Hash of the browser's device cookie, which recognizes it at the next sign-in. */
    device_hash: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    ended_at: instant(),
  },
  (t) => [
    uniqueIndex('operator_sessions_token').on(t.token_hash),
    index('operator_sessions_email').on(t.email, t.device_hash),
    index('operator_sessions_expires').on(t.expires_at),
    check('operator_sessions_owner', sql`("email" IS NULL) <> ("remote_token_id" IS NULL)`),
  ],
)
