import type { PushKind, PushMessage } from '@portal/contract/push-kinds'
import { assignmentPhase } from '@portal/contract/section-machine'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { bookClientWorkforms, bookWorkforms } from '../../../platform/db/schema/index.ts'
import { pathOfLink } from '../../../platform/mail/client-links.ts'
import type { PushNews } from '../../../platform/outbox/enqueue.ts'
import { assignmentDigest } from '../digests/assignments.ts'
import type { MessageItem, News, ReminderItem } from '../digests/collect.ts'
import { describeDecision, describeSubmission } from '../digests/describe-section.ts'
import type { DigestSource, DueDigest } from '../digests/digest-source.ts'
import { unreadMessages } from '../digests/messages.ts'
import { missedCommitmentDigest } from '../digests/missed-commitments.ts'
import { sectionNews } from '../digests/section-news.ts'

/** A client who needs the bookkeeper's attention. */
interface EscalationItem extends News {
  client_id: string
}

type Text = Pick<PushMessage, 'title' | 'path'>
type Compose = (db: Database, news: PushNews) => Promise<Text | undefined>

/** Returns news as a digest with one item. */
const asDigest = <Item>(
  { address, sender, item }: PushNews,
  kind: Exclude<PushKind, 'reminders'>,
): DueDigest<Item> => ({
  address,
  kind,
  sender,
  firm_id: null,
  client_id: null,
  items: [item as Item],
  unlisted: 0,
  total: 1,
})

/** Composes news like a mail about it alone. The subject names the workform, never a person. */
const likeMail =
  <Item, Row>(kind: Exclude<PushKind, 'reminders'>, { query, entries }: DigestSource<Item, Row>): Compose =>
  async (db, news) => {
    const digest = asDigest<Item>(news, kind)
    const [entry] = entries(await query(db, digest), digest, '')
    return entry && { title: entry.subject, path: pathOfLink(entry.action.url) }
  }

const message: Compose = async (db, news) => {
  const [unread] = await unreadMessages(db, asDigest<MessageItem>(news, 'messages'))
  const path = news.client_id === null ? `/chat?thread=${unread?.thread_id}` : '/client-chat'
  return unread && { title: 'New message', path }
}

const reminder: Compose = async (db, { item, client_id }) => {
  const { assignment_id } = item as ReminderItem
  if (assignment_id === null) return { title: 'Reminder', path: '/client-dashboard' }
  const { id, status, hidden_by, workform_id } = bookClientWorkforms
  const [section] = await db
    .select({ status, workform: bookWorkforms.name })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, workform_id))
    .where(and(eq(id, assignment_id), eq(bookClientWorkforms.client_id, client_id ?? ''), isShown(hidden_by)))
  if (!section || assignmentPhase(section.status) !== 'open') return undefined
  return { title: `Reminder: ${section.workform}`, path: `/client-dashboard?section=${assignment_id}` }
}

const missedCommitment = likeMail('follow_ups', missedCommitmentDigest)

const followUp: Compose = async (db, news) => {
  if ('commitment_id' in news.item) return missedCommitment(db, news)
  const { client_id } = news.item as EscalationItem
  return { title: 'A client needs your attention', path: `/clients/follow-ups?client=${client_id}` }
}

const COMPOSE: Readonly<Record<PushKind, Compose>> = {
  assigned: likeMail('assigned', assignmentDigest),
  decisions: likeMail('decisions', sectionNews(describeDecision)),
  submissions: likeMail('submissions', sectionNews(describeSubmission)),
  messages: message,
  reminders: reminder,
  follow_ups: followUp,
}

/** Returns the title and path of a push message for the current state; undefined if there is nothing to say. */
export const composePush = (db: Database, news: PushNews): Promise<Text | undefined> => COMPOSE[news.kind](db, news)
