import type { Notification, Notifications } from '@portal/contract/notifications'
import { and, desc, eq, exists, gt, isNotNull, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  chatMessages,
  chatThreads,
  followUps,
} from '../../platform/db/schema/index.ts'
import { commitmentChanges, countCommitmentChanges, fromCommitment } from './commitments.ts'
import { countEscalations, escalations, fromEscalation } from './escalations.ts'
import { countRecallRequests, fromRecallRequest, recallRequests } from './recall-requests.ts'
import { COUNTED, countColumns, isAfter, isListed, isMarked, rowsToRead, type Selection } from './selection.ts'

/**
 * Derives a bookkeeper's notifications from submissions, requests to change them, messages, escalated follow-ups and
 * promises. Only which ones were read is stored.
 */

/** Characters of a message in a notification. */
const PREVIEW_LENGTH = 200

/** Returns the id of a submission's notification. It contains the time, so that a repeated submission has another. */
export const submissionNotification = (section: Record<'id' | 'submitted_at', SQLWrapper>) =>
  sql<string>`'submission:' || ${section.id} || ':' || ${section.submitted_at}`

/** Returns the id of a message's notification. */
export const messageNotification = (message: Record<'id', SQLWrapper>) => sql<string>`'message:' || ${message.id}`

/** Selects the latest submissions to a bookkeeper. */
const latestSubmissions = ({ db, actor }: SignedIn, { limit, after }: Pick<Selection, 'limit' | 'after'>) =>
  db
    .select()
    .from(bookClientWorkforms)
    .where(
      and(
        eq(bookClientWorkforms.assigned_by, actor.userId),
        isNotNull(bookClientWorkforms.submitted_at),
        isShown(bookClientWorkforms.hidden_by),
        isAfter(bookClientWorkforms.submitted_at, submissionNotification(bookClientWorkforms), after),
      ),
    )
    .orderBy(desc(bookClientWorkforms.submitted_at), desc(bookClientWorkforms.id))
    .limit(limit)
    .as('latest')

/** Selects the latest messages to a bookkeeper. */
const latestMessages = ({ db, actor }: SignedIn, { limit, after }: Pick<Selection, 'limit' | 'after'>) =>
  db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.heard_by, actor.userId),
        isNull(chatMessages.deleted_at),
        isAfter(chatMessages.created_at, messageNotification(chatMessages), after),
      ),
    )
    .orderBy(desc(chatMessages.created_at), desc(chatMessages.id))
    .limit(limit)
    .as('latest')

/** Describes the notifications of submissions. What was approved counts as read; a rejection removes it. */
function submitted(ctx: SignedIn, latest: ReturnType<typeof latestSubmissions>) {
  const id = submissionNotification(latest)
  const isRead = sql`(${or(eq(latest.core_status, 'approved'), isMarked(ctx, id))})`
  return { id, at: latest.submitted_at, isRead }
}

/** Describes the notifications of messages, which are read in the conversation or in the bell. */
function written(ctx: SignedIn, latest: ReturnType<typeof latestMessages>) {
  const id = messageNotification(latest)
  const isRead = sql`(${or(lte(latest.seq, chatThreads.bookkeeper_read), isMarked(ctx, id))})`
  return { id, at: latest.created_at, isRead }
}

function submissions(ctx: SignedIn, selection: Selection) {
  const latest = latestSubmissions(ctx, rowsToRead(selection))
  const notification = submitted(ctx, latest)
  return ctx.db
    .select({
      id: notification.id,
      created_at: sql<string>`${latest.submitted_at}`,
      section_name: latest.section_name,
      assignment_id: latest.id,
      workform_id: latest.workform_id,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: notification.isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, latest.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, latest.client_id))
    .where(isListed(notification, selection))
    .orderBy(desc(latest.submitted_at), desc(latest.id))
    .limit(selection.limit)
}
type Submission = Awaited<ReturnType<typeof submissions>>[number]

/** Returns a condition: reminders are planned, and held until the bookkeeper reads the message in the conversation. */
const holdsReminders = ({ db }: SignedIn, latest: ReturnType<typeof latestMessages>): SQL => {
  const isPlanned = and(
    eq(followUps.client_id, chatThreads.client_id),
    eq(followUps.kind, 'message'),
    eq(followUps.state, 'planned'),
    eq(followUps.skip, false),
  )
  const planned = db.select({ id: followUps.id }).from(followUps).where(isPlanned)
  return sql`(${gt(latest.seq, chatThreads.bookkeeper_read)} AND ${exists(planned)})`
}

function messages(ctx: SignedIn, selection: Selection) {
  const latest = latestMessages(ctx, rowsToRead(selection))
  const notification = written(ctx, latest)
  const text = sql`coalesce(nullif(${latest.message}, ''), ${latest.attachments} ->> '$[0].name')`
  return ctx.db
    .select({
      id: notification.id,
      created_at: latest.created_at,
      preview: sql<string>`substr(${text}, 1, ${PREVIEW_LENGTH})`,
      client_id: bookClients.id,
      client_name: bookClients.name,
      client_archived: sql`${bookClients.is_archived}`.mapWith(Boolean),
      is_read: notification.isRead.mapWith(Boolean),
      holds_reminders: holdsReminders(ctx, latest).mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(chatThreads, eq(chatThreads.id, latest.thread_id))
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .where(isListed(notification, selection))
    .orderBy(desc(latest.created_at), desc(latest.id))
    .limit(selection.limit)
}
type Message = Awaited<ReturnType<typeof messages>>[number]

function countSubmissions(ctx: SignedIn) {
  const latest = latestSubmissions(ctx, { limit: COUNTED })
  return ctx.db.select(countColumns(submitted(ctx, latest))).from(latest)
}

function countMessages(ctx: SignedIn) {
  const latest = latestMessages(ctx, { limit: COUNTED })
  return ctx.db
    .select(countColumns(written(ctx, latest)))
    .from(latest)
    .innerJoin(chatThreads, eq(chatThreads.id, latest.thread_id))
}

const fromSubmission = ({ workform_name, ...row }: Submission): Notification => ({
  ...row,
  type: 'submission',
  title: 'New form submission',
  message: `${row.client_name} submitted "${row.section_name}" of "${workform_name}".`,
})

const fromMessage = ({ preview, client_archived, ...row }: Message): Notification => ({
  ...row,
  type: 'message',
  title: client_archived ? 'New message from an archived client' : 'New message',
  message: `${row.client_name}: ${preview}`,
  workform_id: null,
  section_name: null,
  assignment_id: null,
})

const newestFirst = (a: Notification, b: Notification): number =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1

/** Merges notifications without duplicates, newest first. */
export const mergeNotifications = (notifications: readonly Notification[]): Notification[] =>
  [...new Map(notifications.map((n) => [n.id, n])).values()].toSorted(newestFirst)

/** Returns the queries of all kinds of notifications. */
const queriesOf = (ctx: SignedIn, selection: Selection) =>
  [
    submissions(ctx, selection),
    recallRequests(ctx, selection),
    messages(ctx, selection),
    escalations(ctx, selection),
    commitmentChanges(ctx, selection),
  ] as const
type RowsOf<Queries extends readonly unknown[]> = { readonly [K in keyof Queries]: Awaited<Queries[K]> }
type Rows = RowsOf<ReturnType<typeof queriesOf>>

const toNotifications = ([submission, request, message, escalation, commitment]: Rows): Notification[] => [
  ...submission.map(fromSubmission),
  ...request.map(fromRecallRequest),
  ...message.map(fromMessage),
  ...escalation.map(fromEscalation),
  ...commitment.map(fromCommitment),
]

/** Returns notifications of all kinds, up to `limit` of each, newest first. */
export async function deriveNotifications(ctx: SignedIn, selection: Selection): Promise<Notification[]> {
  return mergeNotifications(toNotifications(await ctx.db.batch(queriesOf(ctx, selection))))
}

/** Returns the latest notifications and the latest unread ones, up to `limit` of each kind, with the counts. */
export async function deriveBell(ctx: SignedIn, limit: number): Promise<Notifications> {
  const [a, b, c, d, e, unreadA, unreadB, unreadC, unreadD, unreadE, ...counts] = await ctx.db.batch([
    ...queriesOf(ctx, { limit }),
    ...queriesOf(ctx, { limit, unreadOnly: true }),
    countSubmissions(ctx),
    countRecallRequests(ctx),
    countMessages(ctx),
    countEscalations(ctx),
    countCommitmentChanges(ctx),
  ])
  const items = [...toNotifications([a, b, c, d, e]), ...toNotifications([unreadA, unreadB, unreadC, unreadD, unreadE])]
  const unread_ids = counts.flat().flatMap(({ unread }) => unread)
  const total = counts.flat().reduce((sum, kind) => sum + kind.total, 0)
  return { items: mergeNotifications(items), unread: unread_ids.length, unread_ids, total }
}
