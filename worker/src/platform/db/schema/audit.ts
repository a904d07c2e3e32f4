import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * The append-only audit log. Each entry contains the hash of the firm's previous entry. The Writer seals new entries
 * shortly after their batch, because SQLite has no SHA-256.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** Number of the entry within the firm, without gaps; set by a trigger. */
    number: integer(),
    id: text().notNull(),
    firm_id: text().notNull(),
    actor_id: text(),
    actor_role: text().notNull(),
    /** The actor's name as the firm knew it at the time; set by a trigger. */
    actor_name: text(),
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    client_id: text(),
    detail: text().notNull(),
    at: instant().notNull(),
    prev_hash: text(),
    hash: text(),
  },
  (t) => [
    uniqueIndex('audit_log_id').on(t.id),
    index('audit_log_firm').on(t.firm_id, t.seq),
    // For the audit page: by client, actor, kind or period, newest first. Entries of the same time are sorted by rowid.
    index('audit_log_client').on(t.firm_id, t.client_id, t.at),
    index('audit_log_actor').on(t.firm_id, t.actor_id, t.at),
    index('audit_log_role').on(t.firm_id, t.actor_role, t.at),
    index('audit_log_kind').on(t.firm_id, t.subject_type, t.at),
    // By role and kind together, so that a rare kind does not require a scan of the role's other entries.
    index('audit_log_role_kind').on(t.firm_id, t.actor_role, t.subject_type, t.at),
    index('audit_log_at').on(t.firm_id, t.at),
    index('audit_log_subject').on(t.subject_type, t.subject_id, t.seq),
    // For the dashboard's comparisons with the previous month: clients' statuses and sections waiting for review at
    // its start.
    index('audit_log_client_status').on(t.firm_id, t.at).where(sql`action = 'client.status_changed'`),
    index('audit_log_rejected').on(t.firm_id, t.at).where(sql`action = 'doc_rejected'`),
    index('audit_log_unsealed').on(t.seq).where(sql`hash IS NULL`),
  ],
)

/**
 * A bookkeeper's recent activity: entries of the audit log about their clients or by themselves. A trigger on the
 * audit log inserts the rows.
 */
export const activity = sqliteTable(
  'activity',
  {
    bookkeeper_id: text().notNull(),
    /** `seq` of the entry in audit_log. */
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookkeeper_id, t.seq] })],
)
