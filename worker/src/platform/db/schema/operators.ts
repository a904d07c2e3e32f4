import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant } from './columns.ts'

/** Sessions of the operator page, by address. */
export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    id: id(),
    /** Hash of the token in the cookie. */
    token_hash: text().notNull(),
    /**
     * Null for a session that the release before this one has opened for a token, in its column `remote_token_id`. The
     * next release can drop the column and require the address.
     */
    email: text(),
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
  ],
)
