import type { MailKind } from '@portal/contract/mail-kinds'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Kinds of mail that are switched off for an address. Keyed by address, because recipients need not have an account.
 */
export const mailSwitches = sqliteTable(
  'mail_switches',
  {
    /** Lower case. */
    address: text().notNull(),
    kind: text().$type<MailKind>().notNull(),
    off_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind] })],
)

/** Kinds of mail that are collected into digests. Of follow-ups only missed promises, others are sent immediately. */
export type DigestKind = MailKind

/** Digests that wait to be sent: one per address and kind, and for mail to clients also per bookkeeper. */
export const mailDigests = sqliteTable(
  'mail_digests',
  {
    address: text().notNull(),
    kind: text().$type<DigestKind>().notNull(),
    /** Id of the bookkeeper who sends it; empty for mail to a bookkeeper. */
    sender: text().notNull(),
    /** JSON array of items. `total` also counts items beyond its maximum length. */
    items: text().notNull(),
    total: integer().notNull(),
    /** When the digest is sent at the latest. */
    latest_at: instant().notNull(),
    due_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind, t.sender] }), index('mail_digests_due').on(t.due_at)],
)

/** The primary key as one text, for due_failures. */
export const DIGEST_KEY = sql<string>`json_array(${mailDigests.address}, ${mailDigests.kind}, ${mailDigests.sender})`
