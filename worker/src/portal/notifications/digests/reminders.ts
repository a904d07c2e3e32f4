import { assignmentPhase } from '@portal/contract/section-machine'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { cleanLine, cutText } from '@portal/contract/text'
import type { Database } from '../../../platform/db/client.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { answersLeftToFix } from '../../../platform/db/flagged-answers.ts'
import {
  bookClientNotifications,
  bookClients,
  bookClientWorkforms,
  chatMessages,
  chatThreads,
  sectionReviews,
  workformVersions,
} from '../../../platform/db/schema/index.ts'
import { clientUrl } from '../../../platform/mail/client-links.ts'
import { fixListText } from '../../../platform/mail/fix-list.ts'
import { countFitting, LINES_BYTES } from '../../../platform/mail/layout.ts'
import { formatCount } from '@portal/contract/counts'
import type { ReminderItem } from './collect.ts'
import { type MailText, REST_BYTES } from './compose.ts'
import type { DigestEntry, DueDigest } from './digest-source.ts'

const LABEL_MAX = 45

export type WaitingReminder = Pick<MailText, 'subject' | 'lines' | 'action' | 'links'>

/** Selects a reminder as it is in the chat and in the bell, unless the client has read it in the chat. */
const unreadReminder = (db: Database, { address, sender }: DueDigest<ReminderItem>, id: string) =>
  db
    .select({ subject: bookClientNotifications.message, text: chatMessages.message })
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.thread_id))
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .innerJoin(bookClientNotifications, eq(bookClientNotifications.id, chatMessages.id))
    .where(
      and(
        eq(chatMessages.id, id),
        isNull(chatMessages.deleted_at),
        gt(chatMessages.seq, chatThreads.client_read),
        eq(bookClients.bookkeeper_id, sender),
        eq(bookClients.email, address),
        eq(bookClients.is_archived, false),
      ),
    )

/** Selects the sections of which a reminder asks, except those that were withdrawn or archived. */
const remindedSections = (db: Database, ids: readonly string[]) =>
  db
    .select({
      id: bookClientWorkforms.id,
      workform_id: bookClientWorkforms.workform_id,
      name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
      to_fix: answersLeftToFix,
    })
    .from(bookClientWorkforms)
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(and(inArray(bookClientWorkforms.id, [...ids]), isShown(bookClientWorkforms.hidden_by)))

/**
 * Reads the latest reminder of a digest. There is none when the client has read it, or has submitted some of what it
 * asks for: the portal then shows what is left.
 */
export async function readReminder(
  db: Database,
  digest: DueDigest<ReminderItem>,
  origin: string,
): Promise<WaitingReminder | undefined> {
  const item = digest.items.at(-1)
  if (!item) return undefined
  const [[reminder], found] = await db.batch([
    unreadReminder(db, digest, item.notification_id),
    remindedSections(db, item.sections),
  ])
  if (!reminder || found.some(({ status }) => assignmentPhase(status) !== 'open')) return undefined
  if (found.length === 0 && item.sections.length > 0) return undefined
  // In the order of the reminder.
  const sections = item.sections.flatMap((id) => found.find((section) => section.id === id) ?? [])
  const fixLists = sections.flatMap(({ name, to_fix }) => (to_fix.length > 0 ? [fixListText(name, to_fix)] : []))
  const first = sections.find(({ id }) => id === item.assignment_id) ?? sections[0]
  return {
    subject: reminder.subject,
    lines: [...reminder.text.split(/\n{2,}/), ...fixLists],
    action: first
      ? {
          label: `Open "${cutText(cleanLine(first.name), LABEL_MAX, '…')}"`,
          url: clientUrl(origin, `/client-dashboard?section=${first.id}`),
        }
      : { label: 'Open the client portal', url: clientUrl(origin, '/client-dashboard') },
    links: first
      ? [
          {
            label: 'Need more time? Say when you will send it',
            url: clientUrl(origin, `/client-dashboard?promise=${first.workform_id}`),
          },
        ]
      : [],
  }
}

/**
 * Composes a reminder, followed by news. Its subject and its links stay: they are what the bookkeeper has seen.
 * @param unlisted number of entries that are only counted
 * @returns the texts, and how many of the entries they list
 */
export function composeReminder(
  { lines, ...reminder }: WaitingReminder,
  entries: readonly DigestEntry[],
  unlisted: number,
): { text: MailText; listed: number } {
  const news = entries.map((e) => e.line)
  const listed = Math.max(0, countFitting([...lines, ...news], LINES_BYTES - REST_BYTES) - lines.length)
  const left = entries.length + unlisted - listed
  const told = [...news.slice(0, listed), ...(left > 0 ? [`And ${formatCount(left)} more.`] : [])]
  return {
    text: {
      ...reminder,
      heading: reminder.subject,
      lines: [...lines, ...(told.length > 0 ? ['What’s new:', ...told] : [])],
    },
    listed,
  }
}
