import { CLIENT_STATUSES, ROLES } from '@portal/contract/statuses'
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { phoneDigitsSql } from '../phone-digits-sql.ts'
import { belongsTo, id, instant, nameOrder, oneOf } from './columns.ts'

const EMAIL_CHANGE_OUTCOMES = ['confirmed', 'refused', 'replaced'] as const

/** A bookkeeping firm, which is the tenant. Its bookkeepers share templates; firms share nothing. */
export const firms = sqliteTable('firms', {
  id: id(),
  name: text().notNull(),
  /** Sender name of the firm's mail; the firm's name if null. */
  sender_name: text(),
  /** Reply-To address of the firm's mail, confirmed by its owner. */
  reply_to: text(),
  /** Reply-To address that is waiting for confirmation. */
  reply_to_pending: text(),
  /** Whether mails to the firm's clients contain one-tap links, and such links work. */
  one_tap_links: integer({ mode: 'boolean' }).notNull().default(true),
  /** When the firm asked for the operator's approval; null once approved. */
  awaiting_approval_since: instant(),
  created_at: instant().notNull(),
})

/** Accounts of bookkeepers and clients. */
export const authUsers = sqliteTable(
  'auth_users',
  {
    id: id(),
    email: text().notNull(),
    password_hash: text(),
    email_confirmed_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [uniqueIndex('auth_users_email').on(t.email)],
)

export const profiles = sqliteTable(
  'profiles',
  {
    id: id().references(() => authUsers.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text(),
    company: text(),
    is_active: integer({ mode: 'boolean' }).notNull().default(true),
    /** The firm of a bookkeeper. A client's firm is that of the client record. */
    firm_id: text().references(() => firms.id),
    time_zone: text().notNull().default('UTC'),
    /** The client record chosen by a client of several bookkeepers. Ignored if it no longer exists. */
    chosen_client_id: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [index('profiles_firm').on(t.firm_id), check('profiles_role', oneOf('role', ROLES))],
)

/** Returns the columns that the filters of the list of clients read. */
const filtered = (t: Record<'status' | 'next_due' | 'sections_waiting' | 'signed_up', AnySQLiteColumn>) =>
  [t.status, t.next_due, t.sections_waiting, t.signed_up] as const

export const bookClients = sqliteTable(
  'book_clients',
  {
    /** Stable row number for the search index. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    company: text(),
    status: text({ enum: CLIENT_STATUSES }).notNull().default('new'),
    bookkeeper_id: text()
      .notNull()
      .references(() => profiles.id),
    firm_id: text()
      .notNull()
      .references(() => firms.id),
    /** Name and company as `foldText` returns them, if they are not ASCII. */
    folded_name: text(),
    folded_company: text(),
    /** What lists sort names by, and searches compare. */
    name_order: nameOrder(),
    /** The phone number without separators, so that a search finds it in every notation. */
    phone_digits: text().generatedAlwaysAs(sql.raw(phoneDigitsSql('phone')), { mode: 'virtual' }),
    /** Denormalized counts of the client's sections: all, approved, and waiting for a review; kept by triggers. */
    sections: integer().notNull().default(0),
    sections_done: integer().notNull().default(0),
    sections_waiting: integer().notNull().default(0),
    /** The earliest due date of the client's open sections, kept by triggers. */
    next_due: text(),
    /** When the client was last active, to the minute; kept by triggers. */
    last_activity_at: instant(),
    /** Whether the client has signed up, kept by triggers. */
    signed_up: integer({ mode: 'boolean' }).notNull().default(false),
    /** What the list sorts by. Clients without an open section are last, those without any section first. */
    due_order: text().generatedAlwaysAs(sql`coalesce("next_due", '9999-12-31')`, { mode: 'virtual' }),
    activity_order: text().generatedAlwaysAs(sql`coalesce("last_activity_at", '')`, { mode: 'virtual' }),
    progress_order: integer().generatedAlwaysAs(
      sql`coalesce(("sections_done" + "sections_waiting") * 100 / "sections", -1)`,
      { mode: 'virtual' },
    ),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /** When the client was archived. Archived clients are kept, but no list, count or reminder includes them. */
    archived_at: instant(),
    is_archived: integer({ mode: 'boolean' }).generatedAlwaysAs(sql`"archived_at" IS NOT NULL`, { mode: 'virtual' }),
  },
  (t) => [
    uniqueIndex('book_clients_owner_email').on(t.bookkeeper_id, t.email),
    // One index per order of the list, archived or not. Each includes what the filters need, so that a filter with few
    // matches does not read the rows of all other clients.
    index('book_clients_owner_created').on(t.bookkeeper_id, t.is_archived, t.created_at, t.id, ...filtered(t)),
    index('book_clients_owner_name').on(t.bookkeeper_id, t.is_archived, t.name_order, t.id, ...filtered(t)),
    index('book_clients_owner_due').on(t.bookkeeper_id, t.is_archived, t.due_order, t.id, ...filtered(t)),
    index('book_clients_owner_activity').on(t.bookkeeper_id, t.is_archived, t.activity_order, t.id, ...filtered(t)),
    index('book_clients_owner_progress').on(t.bookkeeper_id, t.is_archived, t.progress_order, t.id, ...filtered(t)),
    index('book_clients_owner_status_created').on(t.bookkeeper_id, t.is_archived, t.status, t.created_at, t.id),
    index('book_clients_owner_status_name').on(t.bookkeeper_id, t.is_archived, t.status, t.name_order, t.id),
    index('book_clients_email').on(t.email),
    check('book_clients_status', oneOf('status', CLIENT_STATUSES)),
  ],
)

/** The key that encrypts evidence about a client in the audit log. Deleted with the client. */
export const clientKeys = sqliteTable('client_keys', {
  client_id: id().references(() => bookClients.id, { onDelete: 'cascade' }),
  key: text().notNull(),
  created_at: instant().notNull(),
})

/** Private notes of the bookkeeper about a client. The client never sees them, and no mail contains them. */
export const clientNotes = sqliteTable('client_notes', {
  client_id: id().references(() => bookClients.id, { onDelete: 'cascade' }),
  text: text().notNull(),
  /** Incremented with every change. An edit names the version that it is based on. */
  version: integer().notNull(),
  updated_at: instant().notNull(),
})

/** Denormalized counts of a bookkeeper's clients by status, without archived ones; kept by triggers. */
export const clientCounts = sqliteTable(
  'client_counts',
  {
    bookkeeper_id: text().notNull(),
    status: text({ enum: CLIENT_STATUSES }).notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookkeeper_id, t.status] })],
)

/** Links a client record to an account. One account can belong to client records of several firms. */
export const bookClientAuth = sqliteTable(
  'book_client_auth',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    auth_user_id: text().references(() => authUsers.id, { onDelete: 'set null' }),
    email: text().notNull(),
    /** Whether the client has signed up, with or without a password. */
    password_set: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the owner of the address declined the client record. Cannot be undone. */
    declined_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('book_client_auth_client').on(t.client_id),
    index('book_client_auth_user').on(t.auth_user_id),
    index('book_client_auth_email').on(t.email),
  ],
)

/** Firms that the owner of an address has reported and that can no longer invite it. */
export const firmReports = sqliteTable(
  'firm_reports',
  {
    firm_id: belongsTo(() => firms.id),
    email: text().notNull(),
    reported_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.firm_id, t.email] })],
)

/** Changes of a client's email address that a bookkeeper has requested and the client has to confirm. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    email: text().notNull(),
    /** Hash of the token mailed to the new address. */
    token_hash: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    closed_at: instant(),
    outcome: text({ enum: EMAIL_CHANGE_OUTCOMES }),
  },
  (t) => [
    index('email_changes_client').on(t.client_id, t.created_at),
    check('email_changes_outcome', oneOf('outcome', EMAIL_CHANGE_OUTCOMES)),
  ],
)

/** Views of lists that a person has saved, so that every device shows them. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    user_id: belongsTo(() => profiles.id),
    list: text().notNull(),
    view: text({ mode: 'json' }).notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.list] })],
)
