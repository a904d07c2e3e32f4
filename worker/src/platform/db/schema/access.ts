import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { authUsers, bookClients } from './people.ts'

/** Purposes of mailed links. */
export const LINK_PURPOSES = ['confirm', 'reset', 'reply-to', 'approve', 'browser'] as const

/** A signed-in browser. The refresh token is stored as a hash and rotated at each use. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    /** The client record that the session acts as; null for bookkeepers. */
    client_id: text().references(() => bookClients.id, { onDelete: 'cascade' }),
    refresh_hash: text().notNull(),
    user_agent: text().notNull().default(''),
    created_at: instant().notNull(),
    /** When the owner proved to be at the keyboard, such as with the password; null if the sign-in proves less. */
    proven_at: instant(),
    last_used_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    /** Whether a one-tap link opened it, instead of a password. */
    by_link: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('sessions_user').on(t.user_id, t.revoked_at)],
)

/**
 * Browsers that an account was used in, by the hash of a long-lived cookie. A sign-in from a new browser is reported
 * by mail.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    device_hash: text().notNull(),
    created_at: instant().notNull(),
    last_seen_at: instant().notNull(),
  },
  (t) => [uniqueIndex('known_devices_user_device').on(t.user_id, t.device_hash)],
)

/**
 * Single-use mailed links of bookkeepers: confirmation of the email address, password reset, confirmation of the
 * firm's reply address, and the operator's approval of a sign-up.
 */
export const emailLinks = sqliteTable(
  'email_links',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    token_hash: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [uniqueIndex('email_links_token').on(t.token_hash), index('email_links_user').on(t.user_id, t.purpose)],
)

/**
 * One-tap links: one for each mail to a client with an account. Expired ones are kept for a while, so that their owner
 * can ask for a new one.
 */
export const oneTapLinks = sqliteTable(
  'one_tap_links',
  {
    /** The id of the mail in the outbox. */
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    /** The client record that the mail is about. */
    client_id: belongsTo(() => bookClients.id),
    token_hash: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
  },
  (t) => [
    uniqueIndex('one_tap_links_token').on(t.token_hash),
    index('one_tap_links_user').on(t.user_id, t.revoked_at),
    index('one_tap_links_client').on(t.client_id),
    index('one_tap_links_expires').on(t.expires_at),
  ],
)

/** Browsers in which a one-tap link works: the first one, and those that a mailed code was entered in. */
export const oneTapDevices = sqliteTable(
  'one_tap_devices',
  {
    link_id: belongsTo(() => oneTapLinks.id),
    device_hash: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.link_id, t.device_hash] })],
)

/** What a mailed code is for. `owner`: it proves the owner of an account without a password. */
export const CODE_PURPOSES = ['signup', 'recovery', 'one-tap', 'owner', 'operator'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

/**
 * Six-digit codes for client sign-up and recovery, for one-tap links in another browser, for changes to accounts
 * without a password, and for signing in to the operator page. For sign-up and recovery, a correct code is exchanged
 * for a token.
 */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    id: id(),
    email: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    /** Hash of the cookie of the browser that requested the code, which is valid only there. */
    device_hash: text().notNull().default(''),
    code_hash: text().notNull(),
    tries: integer().notNull().default(0),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** Set when the code is used, or when the same browser requests a new one. */
    closed_at: instant(),
    setup_hash: text(),
    setup_expires_at: instant(),
    setup_used_at: instant(),
  },
  (t) => [
    index('verification_codes_open').on(t.email, t.purpose, t.closed_at),
    uniqueIndex('verification_codes_setup').on(t.setup_hash),
    check('verification_codes_purpose', oneOf('purpose', CODE_PURPOSES)),
  ],
)

/**
 * Invitations that a firm has sent within the last day, for its limits. A row outlives the client, so that deleting
 * and adding a client again does not bypass them. The address is stored as a keyed hash.
 */
export const invitationLog = sqliteTable(
  'invitation_log',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    firm_id: text().notNull(),
    address_hash: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    index('invitation_log_firm').on(t.firm_id, t.at),
    index('invitation_log_address').on(t.address_hash, t.at),
    index('invitation_log_at').on(t.at),
  ],
)

export const bookInvitations = sqliteTable(
  'book_invitations',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    email: text().notNull(),
    token_hash: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [uniqueIndex('book_invitations_token').on(t.token_hash), index('book_invitations_client').on(t.client_id)],
)

/** Responses to POST requests with an Idempotency-Key. A repeat returns the same response and has no further effect. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** User id, key, method and path: keys are separate for each user and route. */
    id: id(),
    answer: text({ mode: 'json' }).notNull(),
    /** Hash of the request, to refuse reuse of the key with another body. */
    body_hash: text(),
    created_at: instant().notNull().default(sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`),
  },
  (t) => [index('idempotency_keys_created').on(t.created_at)],
)
