import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { bookClients, firms, profiles } from './people.ts'

/** The condition of the partial index on chat files that were not sent, and templates that no workform uses. */
export const IS_UNUSED = sql`state = 'stored'
  AND ((purpose = 'chat' AND message_id IS NULL) OR (purpose = 'template' AND used_at IS NULL))`

/** Uploaded files. Objects in the upload bucket without a row are removed by the sweep. */
export const files = sqliteTable(
  'files',
  {
    id: id(),
    /** The user who uploaded it. */
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    firm_id: text()
      .notNull()
      .references(() => firms.id),
    /** The client that the file belongs to; null for templates. */
    client_id: text().references(() => bookClients.id),
    assignment_id: text(),
    field_id: text(),
    /** The chat message of the file; null for other purposes, and until the message is sent. */
    message_id: text(),
    /** When a version of a workform first used the template, set by a trigger; null for other purposes. */
    used_at: instant(),
    purpose: text({ enum: ['answer', 'template', 'chat'] }).notNull(),
    name: text().notNull(),
    path: text().notNull(),
    size: integer().notNull(),
    type: text().notNull(),
    sha256: text().notNull().default(''),
    /** `replaced`: only earlier submissions of the section have the file. An approval removes it. */
    state: text({ enum: ['pending', 'stored', 'replaced', 'removed'] })
      .notNull()
      .default('pending'),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('files_path').on(t.path),
    index('files_assignment').on(t.assignment_id, t.field_id),
    // The files of a client, newest first.
    index('files_client').on(t.client_id, t.created_at, t.id),
    index('files_state').on(t.state, t.created_at),
    index('files_message').on(t.message_id).where(sql`message_id IS NOT NULL`),
    index('files_unused').on(t.created_at).where(IS_UNUSED),
    check('files_purpose', oneOf('purpose', ['answer', 'template', 'chat'])),
    check('files_state_known', oneOf('state', ['pending', 'stored', 'replaced', 'removed'])),
  ],
)

/**
 * Denormalized sum of the bytes that each firm stores: files, pending ones included, and texts. Kept by triggers, which
 * also insert the row with the firm.
 */
export const firmStorage = sqliteTable('firm_storage', {
  firm_id: text().primaryKey(),
  bytes: integer().notNull(),
  /** `bytes` at the start of the running batch. Used only within it. */
  bytes_before: integer().notNull().default(0),
})

/** Short-lived, single-use tickets that authorize a download. */
export const downloadTickets = sqliteTable(
  'download_tickets',
  {
    /** SHA-256 of the ticket. */
    id: id(),
    user_id: text().notNull(),
    firm_id: text().notNull(),
    /** The files to download. */
    scope: text({ mode: 'json' })
      .$type<{ assignment?: string | undefined; workform?: string | undefined; client?: string | undefined }>()
      .notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('download_tickets_expiry').on(t.expires_at)],
)

/** An open multipart upload. Its file is pending as long as the row exists. */
export const fileUploads = sqliteTable(
  'file_uploads',
  {
    file_id: id().references(() => files.id, { onDelete: 'cascade' }),
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    /** R2's id of the upload. */
    upload_id: text().notNull(),
    /** Size of every upload part except the last, in bytes. */
    part_size: integer().notNull(),
    /** Received upload parts: number → R2's ETag. */
    parts: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** When the last upload part was received. */
    active_at: instant().notNull(),
  },
  (t) => [index('file_uploads_owner').on(t.owner_id, t.active_at)],
)
