import type { Role } from './statuses.ts'

/** Kinds of mail that can be switched off one by one. Mail about the account itself is always sent. */

export const MAIL_KINDS = {
  client: ['assigned', 'receipts', 'decisions', 'messages', 'reminders'],
  bookkeeper: ['submissions', 'messages', 'follow_ups'],
} as const satisfies Record<Role, readonly string[]>

export type MailKind = (typeof MAIL_KINDS)[Role][number]

/** Label of a kind of mail, and when it is sent. */
export interface MailKindText {
  label: string
  help: string
}

/** Labels and help texts by role. */
export const MAIL_KIND_TEXTS: { readonly [R in Role]: Readonly<Record<(typeof MAIL_KINDS)[R][number], MailKindText>> } =
  {
    client: {
      assigned: {
        label: 'Workforms',
        help: 'When your bookkeeper assigns a workform to you, moves its due date or withdraws it.',
      },
      receipts: { label: 'Receipts', help: 'When you have submitted a section.' },
      decisions: { label: 'Decisions', help: 'When sections are approved or rejected, or an approval is undone.' },
      messages: { label: 'Messages', help: 'When your bookkeeper writes to you while you are away.' },
      reminders: {
        label: 'Reminders',
        help: 'When a due date is near or has passed and something is still missing.',
      },
    },
    bookkeeper: {
      submissions: { label: 'Submissions', help: 'When clients submit sections for review.' },
      messages: { label: 'Messages', help: 'When clients write to you while you are away.' },
      follow_ups: {
        label: 'Follow-ups',
        help: 'When the agent needs your attention, or a client responds to a request of yours.',
      },
    },
  }

/** The kinds of both roles. */
export const ALL_MAIL_KINDS = [
  'assigned',
  'receipts',
  'decisions',
  'messages',
  'reminders',
  'submissions',
  'follow_ups',
] as const satisfies readonly MailKind[]

export const isMailKind = (value: unknown): value is MailKind => (ALL_MAIL_KINDS as readonly unknown[]).includes(value)
