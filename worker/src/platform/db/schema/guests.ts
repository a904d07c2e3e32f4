import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from './access.ts'
import { belongsTo, id, instant } from './columns.ts'
import { authUsers, bookClients } from './people.ts'
import { bookClientWorkforms } from './workforms.ts'

/**
 * Links with which one other browser answers for a client: one question on the client's phone, until the session that
 * made the link ends, or a whole section by another person.
 */
export const guestLinks = sqliteTable(
  'guest_links',
  {
    id: id(),
    /** The client's account. */
    user_id: belongsTo(() => authUsers.id),
    client_id: belongsTo(() => bookClients.id),
    /** The session that the link ends with; null if it is for a whole section. */
    session_id: text().references(() => sessions.id, { onDelete: 'cascade' }),
    assignment_id: belongsTo(() => bookClientWorkforms.id),
    /** Null if the link is for a whole section. */
    field_id: text(),
    /** The person who fills in the section, as the client calls them. Set exactly when `field_id` is null. */
    name: text(),
    token_hash: text().notNull(),
    /** Hash of the cookie of the browser that opened it first; it opens in no other. */
    device_hash: text(),
    created_at: instant().notNull(),
    opened_at: instant(),
    last_used_at: instant(),
    /** When the person last said that they are done. */
    done_at: instant(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
  },
  (t) => [
    uniqueIndex('guest_links_token').on(t.token_hash),
    index('guest_links_user').on(t.user_id),
    index('guest_links_client').on(t.client_id),
    index('guest_links_session').on(t.session_id),
    index('guest_links_assignment').on(t.assignment_id),
    index('guest_links_expires').on(t.expires_at),
  ],
)

/** The answers and files of a section that came through a link for the section, and were not changed since. */
export const contributions = sqliteTable(
  'contributions',
  {
    assignment_id: belongsTo(() => bookClientWorkforms.id),
    field_id: text().notNull(),
    /** Empty for an answer that is not a file. */
    file_id: text().notNull().default(''),
    link_id: belongsTo(() => guestLinks.id),
  },
  (t) => [primaryKey({ columns: [t.assignment_id, t.field_id, t.file_id] }), index('contributions_link').on(t.link_id)],
)
