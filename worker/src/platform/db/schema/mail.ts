import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, instant } from './columns.ts'
import { bookClients } from './people.ts'

/** Mails sent in development, shown at /dev/mailbox. Empty in production. */
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
    /** The List-Unsubscribe header. */
    unsubscribe: text(),
    sent_at: instant().notNull(),
  },
  (t) => [uniqueIndex('dev_mailbox_id').on(t.id)],
)

/**
 * Delivery problems of addresses, as reported by the mail provider. An address that bounced gets no mail of any firm
 * until a bookkeeper retries it. A complaint concerns one firm's mail, and only that firm sees and clears it.
 */
export const mailProblems = sqliteTable(
  'mail_problems',
  {
    /** In lower case. */
    email: text().notNull(),
    /** The firm whose mail was complained about; empty if the problem concerns all mail to the address. */
    firm_id: text().notNull().default(''),
    kind: text({ enum: ['bounced', 'complained'] }).notNull(),
    /** The reason given by the mail provider or the receiving server. */
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.firm_id] })],
)

/** Ids of processed reports of the mail provider, so that a repeated report changes nothing. */
export const mailReports = sqliteTable('mail_reports', { id: text().primaryKey(), at: instant().notNull() }, (t) => [
  index('mail_reports_at').on(t.at),
])

/** Addresses whose mail becomes a chat message of a client. Several after AUTH_SECRET was changed. */
export const replyAddresses = sqliteTable(
  'reply_addresses',
  {
    token_hash: text().primaryKey(),
    client_id: belongsTo(() => bookClients.id),
    created_at: instant().notNull(),
  },
  (t) => [index('reply_addresses_client').on(t.client_id)],
)
