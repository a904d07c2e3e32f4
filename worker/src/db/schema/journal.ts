import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * The audit trail: append-only. Each entry carries the hash of the firm's entry before it; the Writer seals new entries right
 * after their batch, since SQLite has no SHA-256 of its own.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** Counts the firm's own entries without gaps; a trigger fills it in. */
    number: integer(),
    id: text().notNull(),
    firm_id: text().notNull(),
    actor_id: text(),
    actor_role: text().notNull(),
    /** How the firm knew the actor at that time: a trigger on the log fills it in. */
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
    // The audit page: by client, person, kind of thing, or period, newest first. Entries of one time go by their place in the table.
    index('audit_log_client').on(t.firm_id, t.client_id, t.at),
    index('audit_log_actor').on(t.firm_id, t.actor_id, t.at),
    index('audit_log_role').on(t.firm_id, t.actor_role, t.at),
    index('audit_log_kind').on(t.firm_id, t.subject_type, t.at),
    // By person and kind together, so that a rare kind is not searched for among everything else they did.
    index('audit_log_role_kind').on(t.firm_id, t.actor_role, t.subject_type, t.at),
    index('audit_log_at').on(t.firm_id, t.at),
    index('audit_log_subject').on(t.subject_type, t.subject_id, t.seq),
    // What the dashboard compares with: which status clients had at the beginning of a month, and what waited for review then.
    index('audit_log_client_status').on(t.firm_id, t.at).where(sql`action = 'client.status_changed'`),
    index('audit_log_rejected').on(t.firm_id, t.at).where(sql`action = 'doc_rejected'`),
    index('audit_log_unsealed').on(t.seq).where(sql`hash IS NULL`),
  ],
)

/**
 * Which entries of the trail are about a bookkeeper's own work, and so recent activity to them: a trigger on the trail fills it in, from
 * the client's bookkeeper or the bookkeeper who acted.
 */
export const activity = sqliteTable(
  'activity',
  {
    bookkeeper_id: text().notNull(),
    /** The entry of audit_log. */
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookkeeper_id, t.seq] })],
)

/** What must follow a change: a live event, an e-mail, a webhook, the removal of a file. Written in the change's own batch. */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    /** Rows of one recipient are delivered in order. */
    recipient: text().notNull(),
    kind: text().notNull(),
    payload: text().notNull(),
    created_at: instant().notNull(),
    next_at: instant().notNull(),
    tries: integer().notNull().default(0),
    done_at: instant(),
    dead_at: instant(),
    last_error: text(),
    /** Whose client, or whose own address, a mail is for; null for what concerns no bookkeeper. */
    bookkeeper_id: text(),
  },
  (t) => [
    uniqueIndex('outbox_id').on(t.id),
    // What a bookkeeper sees: what waits, and what was set aside.
    index('outbox_own').on(t.bookkeeper_id, t.seq).where(sql`bookkeeper_id IS NOT NULL AND done_at IS NULL`),
    index('outbox_dead').on(t.dead_at).where(sql`dead_at IS NOT NULL`),
    index('outbox_due').on(t.next_at, t.seq).where(sql`done_at IS NULL AND dead_at IS NULL`),
    index('outbox_open_recipient').on(t.recipient, t.seq).where(sql`done_at IS NULL AND dead_at IS NULL`),
    index('outbox_done').on(t.done_at),
  ],
)

/** Mails of a development machine, shown at /dev/mailbox. Stays empty in production. */
export const devMailbox = sqliteTable(
  'dev_mailbox',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    from: text().notNull().default(''),
    reply_to: text(),
    /** The headers List-Unsubscribe and List-Unsubscribe-Post, as a mail program gets them. */
    unsubscribe: text(),
    sent_at: instant().notNull(),
  },
  (t) => [uniqueIndex('dev_mailbox_id').on(t.id)],
)

/**
 * Addresses that mail does not reach, as the provider told. One that bounced gets no mail of any firm until somebody says to try again; a
 * complaint is about one firm's mail, and only that firm sees and lifts it.
 */
export const mailProblems = sqliteTable(
  'mail_problems',
  {
    /** In small letters. */
    email: text().notNull(),
    /** Whose mail was complained about; empty where it is about all mail to the address. */
    firm_id: text().notNull().default(''),
    kind: text({ enum: ['bounced', 'complained'] }).notNull(),
    /** What the other side said. */
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.firm_id] })],
)

/** Reports of the mail provider that were taken: a report that comes again changes nothing. */
export const mailReports = sqliteTable('mail_reports', { id: text().primaryKey(), at: instant().notNull() }, (t) => [
  index('mail_reports_at').on(t.at),
])
