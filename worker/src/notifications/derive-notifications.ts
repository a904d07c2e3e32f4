import type { Notification, Notifications } from '@portal/contract/notifications'
import {
  and,
  count,
  desc,
  eq,
  exists,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import type { PageKey } from '../db/cursor.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  chatMessages,
  chatThreads,
  notificationReads,
} from '../db/schema/index.ts'

/** Derives a bookkeeper's notifications from submissions and messages. Only which ones were read is stored. */

/** The bell counts and lists unread notifications among this many of the latest ones of each kind. */
export const COUNTED = 500
/** Characters of a message in a notification. */
const PREVIEW_LENGTH = 200

/** Selects the notifications to list. */
interface Selection {
  limit: number
  after?: PageKey | undefined
  unreadOnly?: boolean
}

/** Returns the id of a submission's notification. It contains the time, so that a repeated submission has another. */
export const submissionNotification = (section: Record<'id' | 'submitted_at', SQLWrapper>) =>
  sql<string>`'submission:' || ${section.id} || ':' || ${section.submitted_at}`

/** Returns the id of a message's notification. */
export const messageNotification = (message: Record<'id', SQLWrapper>) => sql<string>`'message:' || ${message.id}`

/** Returns a condition for rows after a page key: older, or as old with a smaller id. */
const isAfter = (at: SQLWrapper, id: SQL, after: PageKey | undefined): SQL | undefined =>
  after && and(lte(at, after.value), or(lt(at, after.value), lt(id, after.id)))

const isMarked = ({ db, actor }: SignedIn, id: SQL): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(notificationReads)
      .where(and(eq(notificationReads.user_id, actor.userId), eq(notificationReads.notification_id, id))),
  )

/** Selects the latest submissions to a bookkeeper. */
const latestSubmissions = ({ db, actor }: SignedIn, limit: number, after?: PageKey) =>
  db
    .select()
    .from(bookClientWorkforms)
    .where(
      and(
        eq(bookClientWorkforms.assigned_by, actor.userId),
        isNotNull(bookClientWorkforms.submitted_at),
        isAfter(bookClientWorkforms.submitted_at, submissionNotification(bookClientWorkforms), after),
      ),
    )
    .orderBy(desc(bookClientWorkforms.submitted_at), desc(bookClientWorkforms.id))
    .limit(limit)
    .as('latest')

/** Selects the latest messages to a bookkeeper. */
const latestMessages = ({ db, actor }: SignedIn, limit: number, after?: PageKey) =>
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

const isSubmissionRead = (ctx: SignedIn, latest: ReturnType<typeof latestSubmissions>): SQL =>
  isMarked(ctx, submissionNotification(latest))

/** Returns a condition for messages that were read in the conversation or in the bell. */
const isMessageRead = (ctx: SignedIn, latest: ReturnType<typeof latestMessages>): SQL =>
  sql`(${lte(latest.seq, chatThreads.bookkeeper_read)} OR ${isMarked(ctx, messageNotification(latest))})`

// Unread ones are looked for among the latest only: with thousands of read ones the cost would grow without limit.
const rowsToRead = ({ limit, unreadOnly }: Selection): number => (unreadOnly ? COUNTED : limit)

function submissions(ctx: SignedIn, selection: Selection) {
  const latest = latestSubmissions(ctx, rowsToRead(selection), selection.after)
  const isRead = isSubmissionRead(ctx, latest)
  return ctx.db
    .select({
      id: submissionNotification(latest),
      created_at: sql<string>`${latest.submitted_at}`,
      section_name: latest.section_name,
      assignment_id: latest.id,
      workform_id: latest.workform_id,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, latest.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, latest.client_id))
    .where(selection.unreadOnly ? not(isRead) : undefined)
    .orderBy(desc(latest.submitted_at), desc(latest.id))
    .limit(selection.limit)
}
type Submission = Awaited<ReturnType<typeof submissions>>[number]

function messages(ctx: SignedIn, selection: Selection) {
  const latest = latestMessages(ctx, rowsToRead(selection), selection.after)
  const isRead = isMessageRead(ctx, latest)
  const text = sql`coalesce(nullif(${latest.message}, ''), ${latest.attachments} ->> '$[0].name')`
  return ctx.db
    .select({
      id: messageNotification(latest),
      created_at: latest.created_at,
      preview: sql<string>`substr(${text}, 1, ${PREVIEW_LENGTH})`,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(chatThreads, eq(chatThreads.id, latest.thread_id))
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .where(selection.unreadOnly ? not(isRead) : undefined)
    .orderBy(desc(latest.created_at), desc(latest.id))
    .limit(selection.limit)
}
type Message = Awaited<ReturnType<typeof messages>>[number]

const countWhere = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`

function countSubmissions(ctx: SignedIn) {
  const latest = latestSubmissions(ctx, COUNTED)
  return ctx.db.select({ total: count(), unread: countWhere(not(isSubmissionRead(ctx, latest))) }).from(latest)
}

function countMessages(ctx: SignedIn) {
  const latest = latestMessages(ctx, COUNTED)
  return ctx.db
    .select({ total: count(), unread: countWhere(not(isMessageRead(ctx, latest))) })
    .from(latest)
    .innerJoin(chatThreads, eq(chatThreads.id, latest.thread_id))
}

const fromSubmission = ({ workform_name, ...row }: Submission): Notification => ({
  ...row,
  type: 'submission',
  title: 'New form submission',
  message: `${row.client_name} submitted "${row.section_name}" of "${workform_name}".`,
})

const fromMessage = ({ preview, ...row }: Message): Notification => ({
  ...row,
  type: 'message',
  title: 'New message',
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

/** Returns submissions and messages, up to `limit` of each, newest first. */
export async function deriveNotifications(ctx: SignedIn, selection: Selection): Promise<Notification[]> {
  const [submitted, written] = await ctx.db.batch([submissions(ctx, selection), messages(ctx, selection)])
  return mergeNotifications([...submitted.map(fromSubmission), ...written.map(fromMessage)])
}

/** Returns the latest and the latest unread submissions and messages, up to `limit` of each, with the counts. */
export async function deriveBell(ctx: SignedIn, limit: number): Promise<Notifications> {
  const [submitted, written, unreadSubmitted, unreadWritten, ...counts] = await ctx.db.batch([
    submissions(ctx, { limit }),
    messages(ctx, { limit }),
    submissions(ctx, { limit, unreadOnly: true }),
    messages(ctx, { limit, unreadOnly: true }),
    countSubmissions(ctx),
    countMessages(ctx),
  ])
  const sum = (which: 'total' | 'unread') => counts.flat().reduce((n, of) => n + of[which], 0)
  const items = mergeNotifications([
    ...[...submitted, ...unreadSubmitted].map(fromSubmission),
    ...[...written, ...unreadWritten].map(fromMessage),
  ])
  return { items, unread: sum('unread'), total: sum('total') }
}
