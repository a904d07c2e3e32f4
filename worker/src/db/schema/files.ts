import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { bookClients, firms, profiles } from './people.ts'

/** Every object in the upload bucket has a row; an object without one is swept. */
export const files = sqliteTable(
  'files',
  {
    id: id(),
    /** Who uploaded it. */
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    firm_id: text()
      .notNull()
      .references(() => firms.id),
    /** The client it belongs to; null for templates. */
    client_id: text().references(() => bookClients.id),
    assignment_id: text(),
    field_id: text(),
    /** The chat message it was sent with; null for other purposes, and while the message is still being written. */
    message_id: text(),
    purpose: text({ enum: ['answer', 'template', 'chat'] }).notNull(),
    name: text().notNull(),
    path: text().notNull(),
    size: integer().notNull(),
    type: text().notNull(),
    sha256: text().notNull().default(''),
    state: text({ enum: ['pending', 'stored', 'removed'] })
      .notNull()
      .default('pending'),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('files_path').on(t.path),
    index('files_assignment').on(t.assignment_id, t.field_id),
    index('files_client').on(t.client_id),
    index('files_state').on(t.state, t.created_at),
    index('files_message').on(t.message_id).where(sql`message_id IS NOT NULL`),
    // Chosen for a message that was never sent: found by the sweep.
    index('files_unsent').on(t.created_at).where(sql`purpose = 'chat' AND message_id IS NULL AND state = 'stored'`),
    // Looked through by the sweep of templates that no workform uses.
    index('files_templates').on(t.id).where(sql`purpose = 'template' AND state = 'stored'`),
    check('files_purpose', oneOf('purpose', ['answer', 'template', 'chat'])),
    check('files_state_known', oneOf('state', ['pending', 'stored', 'removed'])),
  ],
)

/** Bytes of the files that each firm keeps or is uploading: triggers on files keep it. */
export const firmStorage = sqliteTable('firm_storage', {
  firm_id: text().primaryKey(),
  bytes: integer().notNull(),
})

/** Leave to download files, handed out to someone who may, and good for one request soon after. Only its hash is stored. */
export const downloadTickets = sqliteTable(
  'download_tickets',
  {
    /** SHA-256 of the ticket. */
    id: id(),
    user_id: text().notNull(),
    firm_id: text().notNull(),
    /** What is downloaded. */
    scope: text({ mode: 'json' })
      .$type<{ assignment?: string | undefined; workform?: string | undefined; client?: string | undefined }>()
      .notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('download_tickets_expiry').on(t.expires_at)],
)

/** An upload that comes in parts and has not ended: what R2 needs to go on with it. Its file is pending as long as this row is there. */
export const fileUploads = sqliteTable(
  'file_uploads',
  {
    file_id: id().references(() => files.id, { onDelete: 'cascade' }),
    owner_id: text()
      .notNull()
      .references(() => profiles.id),
    /** R2's name for it. */
    upload_id: text().notNull(),
    /** Bytes of every part but the last, which holds the rest. */
    part_size: integer().notNull(),
    /** The parts that are there: number → R2's ETag. */
    parts: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** When something of it came in last. */
    active_at: instant().notNull(),
  },
  (t) => [index('file_uploads_owner').on(t.owner_id, t.active_at)],
)
