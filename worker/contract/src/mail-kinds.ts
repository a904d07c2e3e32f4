import type { Role } from './statuses.ts'

/** Kinds of mail that a person can switch off, each on its own. Mail about one's own sign-in is none of them: it always comes. */

export const MAIL_KINDS = {
  client: ['assigned', 'receipts', 'decisions', 'messages', 'reminders'],
  bookkeeper: ['submissions', 'messages', 'follow_ups'],
} as const satisfies Record<Role, readonly string[]>

export type MailKind = (typeof MAIL_KINDS)[Role][number]

/** What a kind is called, and when it comes. */
export interface MailKindText {
  label: string
  help: string
}

/** The kinds of a role in words. */
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
        help: 'When something is still open and its due date comes near or has passed.',
      },
    },
    bookkeeper: {
      submissions: { label: 'Submissions', help: 'When clients submit sections for review.' },
      messages: { label: 'Messages', help: 'When clients write to you while you are away.' },
      follow_ups: {
        label: 'Follow-ups',
        help: 'When the agent has something for you to look at, or a client answers a request of yours.',
      },
    },
  }

/** All of them, of either role. */
export const ALL_MAIL_KINDS = [
  'assigned',
  'receipts',
  'decisions',
  'messages',
  'reminders',
  'submissions',
  'follow_ups',
] as const satisfies readonly MailKind[]

/** Whether a value names a kind of mail. */
export const isMailKind = (value: unknown): value is MailKind => (ALL_MAIL_KINDS as readonly unknown[]).includes(value)
