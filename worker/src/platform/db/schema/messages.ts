import { CHAT_SENDERS, ROLES } from '@portal/contract/statuses'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { authUsers, bookClients, profiles } from './people.ts'

export const bookClientNotifications = sqliteTable(
  'book_client_notifications',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    is_read: integer({ mode: 'boolean' }).notNull().default(false),
    title: text().notNull(),
    message: text().notNull(),
    created_at: instant().notNull(),
    sender_type: text({ enum: ROLES }).notNull(),
    recipient_type: text({ enum: ROLES }).notNull(),
    workform_id: text(),
    section_name: text(),
  },
  (t) => [
    index('book_client_notifications_client').on(t.client_id, t.recipient_type, t.is_read, t.created_at, t.id),
    index('book_client_notifications_latest').on(t.client_id, t.recipient_type, t.created_at, t.id),
    check('book_client_notifications_sender', oneOf('sender_type', ROLES)),
    check('book_client_notifications_recipient', oneOf('recipient_type', ROLES)),
  ],
)

/** Notifications that a bookkeeper has read. The notifications themselves are derived, not stored. */
export const notificationReads = sqliteTable(
  'notification_reads',
  {
    user_id: belongsTo(() => authUsers.id),
    notification_id: text().notNull(),
    read_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.notification_id] })],
)

export const chatThreads = sqliteTable(
  'chat_threads',
  {
    id: id(),
    bookkeeper_id: text()
      .notNull()
      .references(() => profiles.id),
    client_id: belongsTo(() => bookClients.id),
    updated_at: instant().notNull(),
    /** Number of the last message; set by a trigger. */
    last_seq: integer().notNull().default(0),
    /** Denormalized count of unread messages from the other side, kept by a trigger. */
    bookkeeper_unread: integer().notNull().default(0),
    client_unread: integer().notNull().default(0),
    /**
     * Numbers up to which each side has read messages, and up to which messages have been delivered to one of its
     * devices.
     */
    bookkeeper_read: integer().notNull().default(0),
    client_read: integer().notNull().default(0),
    bookkeeper_delivered: integer().notNull().default(0),
    client_delivered: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('chat_threads_client').on(t.client_id),
    index('chat_threads_bookkeeper').on(t.bookkeeper_id, t.updated_at, t.id),
    index('chat_threads_unread').on(t.bookkeeper_id, t.bookkeeper_unread).where(sql`bookkeeper_unread > 0`),
  ],
)

/** A file attached to a message, as of when it was sent. */
export interface StoredAttachment {
  id: string
  name: string
  size: number
  type: string
}
/** The section, or the question in it, that a message is about, with its names as of when it was sent. */
export interface StoredAbout {
  assignment_id: string
  workform_id: string
  workform_name: string
  section_name: string
  field_id?: string
  field_name?: string
}

/** What a message says that was sent by mail: the whole text, and the files that were not accepted. */
export interface StoredMail {
  text: string
  refused: { name: string; reason: string }[]
}

export const chatMessages = sqliteTable(
  'chat_messages',
  {
    id: id(),
    thread_id: belongsTo(() => chatThreads.id),
    sender: text({ enum: CHAT_SENDERS }).notNull(),
    message: text().notNull(),
    attachments: text({ mode: 'json' }).$type<StoredAttachment[]>().notNull(),
    about: text({ mode: 'json' }).$type<StoredAbout>(),
    /** Set when the client sent the message by mail. */
    mail: text({ mode: 'json' }).$type<StoredMail>(),
    created_at: instant().notNull(),
    /** Number within the thread, from 1, without gaps; set by the trigger chat_messages_numbered. */
    seq: integer().notNull().default(0),
    /** The bookkeeper whom a client's message notifies; set by the same trigger. */
    heard_by: text(),
    /** Whether the client does not understand a question and the bookkeeper has not answered yet. */
    awaits_answer: integer({ mode: 'boolean' }).notNull().default(false),
    edited_at: instant(),
    /** When the message was deleted. The row stays, without its text and files. */
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('chat_messages_place').on(t.thread_id, t.seq),
    index('chat_messages_heard')
      .on(t.heard_by, t.created_at, t.id)
      .where(sql`heard_by IS NOT NULL AND deleted_at IS NULL`),
    index('chat_messages_comments')
      .on(sql`"about" ->> '$.assignment_id'`, t.seq)
      .where(sql`"about" ->> '$.field_id' IS NOT NULL`),
    index('chat_messages_awaiting').on(t.thread_id).where(sql`awaits_answer = 1`),
    check('chat_messages_sender_known', oneOf('sender', CHAT_SENDERS)),
  ],
)

/** The assignment id and the condition of comments, as in their index. */
export const COMMENTED_SECTION = sql`${chatMessages.about} ->> '$.assignment_id'`
export const IS_COMMENT = sql`${chatMessages.about} ->> '$.field_id' IS NOT NULL`
