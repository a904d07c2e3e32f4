import { MAIL_KINDS, type MailKind } from './mail-kinds.ts'
import type { Role } from './statuses.ts'

/** Kinds of news that push can announce: those of mail, except receipts for what one has just done. */
export type PushKind = Exclude<MailKind, 'receipts'>

/** Returns whether push can announce a kind of news. */
export const isPushKind = (kind: MailKind): kind is PushKind => kind !== 'receipts'

/** Kinds by role. */
export const PUSH_KINDS = {
  client: ['assigned', 'decisions', 'messages', 'reminders'],
  bookkeeper: MAIL_KINDS.bookkeeper,
} as const satisfies Record<Role, readonly PushKind[]>

/** The kinds of both roles. */
export const ALL_PUSH_KINDS = [
  'assigned',
  'decisions',
  'messages',
  'reminders',
  'submissions',
  'follow_ups',
] as const satisfies readonly PushKind[]

/** The encrypted content of a push message. It has no names of people, no answers and no message texts. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the page that it opens. */
  path: string
  /** The notification of the bell that opening it marks as read, if it has one. */
  notification_id: string | null
}
