import type { Notification } from '@portal/contract/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import type { PageKey } from '../db/cursor.ts'

/** Derives a bookkeeper's notifications from submissions and messages. Only which ones were read is stored. */

/** The bell counts and lists unread notifications among this many of the latest ones of each kind. */
export const COUNTED = 500
/** Characters of a message in a notification. */
const PREVIEW_LENGTH = 200

interface SubmissionRow {
  id: string
  at: string
  section_name: string
  assignment_id: string
  workform_id: string
  workform_name: string
  client_id: string
  client_name: string
  is_read: number
}
interface MessageRow {
  id: string
  at: string
  message: string
  client_id: string
  client_name: string
  is_read: number
}

/** Returns an SQL condition for rows after a page key: older, or as old with a smaller id. */
const afterKey = (at: SQL, id: SQL, after: PageKey | undefined): SQL =>
  after ? sql`AND ${at} <= ${after.value} AND (${at} < ${after.value} OR ${id} < ${after.id})` : sql``

const isMarked = (userId: string, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM notification_reads r WHERE r.user_id = ${userId} AND r.notification_id = ${id})`

/** Selects the notifications to list. */
interface Selection {
  limit: number
  after?: PageKey | undefined
  unreadOnly?: boolean
}

// Unread ones are looked for among the latest only: with thousands of read ones the cost would grow without limit.
const latestSubmissions = (userId: string) => sql`(SELECT * FROM book_client_workforms
  WHERE assigned_by = ${userId} AND submitted_at IS NOT NULL ORDER BY submitted_at DESC LIMIT ${COUNTED})`
const latestMessages = (userId: string) => sql`(SELECT * FROM chat_messages
  WHERE heard_by = ${userId} AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ${COUNTED})`

// The id contains the time, so that a section that is submitted again makes a new notification.
const SUBMISSION_ID = sql`'submission:' || a.id || ':' || a.submitted_at`
const submissions = (userId: string, { limit, after, unreadOnly }: Selection) => sql`
  SELECT ${SUBMISSION_ID} AS id, a.submitted_at AS at, a.section_name, a.id AS assignment_id, a.workform_id,
    w.name AS workform_name, c.id AS client_id, c.name AS client_name, ${isMarked(userId, SUBMISSION_ID)} AS is_read
  FROM ${unreadOnly ? latestSubmissions(userId) : sql`book_client_workforms`} a
    JOIN book_workforms w ON w.id = a.workform_id JOIN book_clients c ON c.id = a.client_id
  WHERE a.assigned_by = ${userId} AND a.submitted_at IS NOT NULL ${afterKey(sql`a.submitted_at`, SUBMISSION_ID, after)}
    ${unreadOnly ? sql`AND NOT ${isMarked(userId, SUBMISSION_ID)}` : sql``}
  ORDER BY a.submitted_at DESC, a.id DESC LIMIT ${limit}`

const MESSAGE_ID = sql`'message:' || m.id`
/** Returns an SQL condition for messages read in the bell or in the conversation. */
const isMessageRead = (userId: string): SQL => sql`(m.seq <= t.bookkeeper_read OR ${isMarked(userId, MESSAGE_ID)})`
const messages = (userId: string, { limit, after, unreadOnly }: Selection) => sql`
  SELECT ${MESSAGE_ID} AS id, m.created_at AS at,
    substr(coalesce(nullif(m.message, ''), m.attachments ->> '$[0].name'), 1, ${PREVIEW_LENGTH}) AS message,
    c.id AS client_id, c.name AS client_name, ${isMessageRead(userId)} AS is_read
  FROM ${unreadOnly ? latestMessages(userId) : sql`chat_messages`} m
    CROSS JOIN chat_threads t ON t.id = m.thread_id CROSS JOIN book_clients c ON c.id = t.client_id
  WHERE m.heard_by = ${userId} AND m.deleted_at IS NULL ${afterKey(sql`m.created_at`, MESSAGE_ID, after)}
    ${unreadOnly ? sql`AND NOT ${isMessageRead(userId)}` : sql``}
  ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`

interface Counts {
  unread: number
  total: number
}

const capped = (rows: SQL): SQL => sql`(SELECT count(*) FROM (${rows} LIMIT ${COUNTED}))`

const counts = (userId: string) => sql`
  SELECT unread_submissions + unread_messages AS unread, submissions + messages AS total FROM (SELECT
    (SELECT count(*) FROM ${latestSubmissions(userId)} a
      WHERE NOT ${isMarked(userId, SUBMISSION_ID)}) AS unread_submissions,
    ${capped(sql`SELECT 1 FROM chat_threads t JOIN chat_messages m ON m.thread_id = t.id AND m.seq > t.bookkeeper_read
      WHERE t.bookkeeper_id = ${userId} AND t.bookkeeper_unread > 0 AND m.heard_by = ${userId}
        AND m.deleted_at IS NULL AND NOT ${isMarked(userId, MESSAGE_ID)}`)} AS unread_messages,
    ${capped(sql`SELECT 1 FROM book_client_workforms
      WHERE assigned_by = ${userId} AND submitted_at IS NOT NULL`)} AS submissions,
    ${capped(sql`SELECT 1 FROM chat_messages WHERE heard_by = ${userId} AND deleted_at IS NULL`)} AS messages)`

const fromSubmission = ({ at, workform_name, is_read, ...row }: SubmissionRow): Notification => ({
  ...row,
  type: 'submission',
  title: 'New form submission',
  message: `${row.client_name} submitted "${row.section_name}" of "${workform_name}".`,
  is_read: is_read === 1,
  created_at: at,
})

const fromMessage = ({ at, message, is_read, ...row }: MessageRow): Notification => ({
  ...row,
  type: 'message',
  title: 'New message',
  message: `${row.client_name}: ${message}`,
  is_read: is_read === 1,
  created_at: at,
  workform_id: null,
  section_name: null,
  assignment_id: null,
})

const newestFirst = (a: Notification, b: Notification): number =>
  a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1

const merged = (submitted: readonly SubmissionRow[], written: readonly MessageRow[]): Notification[] =>
  [...submitted.map(fromSubmission), ...written.map(fromMessage)].toSorted(newestFirst)

/** Returns the latest submissions and messages, up to `limit` of each, newest first. */
export async function deriveNotifications(ctx: SignedIn, selection: Selection): Promise<Notification[]> {
  const { userId } = ctx.actor
  const [submitted, written] = await ctx.db.batch([
    ctx.db.all<SubmissionRow>(submissions(userId, selection)),
    ctx.db.all<MessageRow>(messages(userId, selection)),
  ])
  return merged(submitted, written)
}

/** Returns the latest of each kind, newest first, with the counts, in one round trip. */
export async function deriveLatest(ctx: SignedIn, limit: number): Promise<Counts & { items: Notification[] }> {
  const { userId } = ctx.actor
  const [submitted, written, [counted]] = await ctx.db.batch([
    ctx.db.all<SubmissionRow>(submissions(userId, { limit })),
    ctx.db.all<MessageRow>(messages(userId, { limit })),
    ctx.db.all<Counts>(counts(userId)),
  ])
  return { items: merged(submitted, written), unread: counted?.unread ?? 0, total: counted?.total ?? 0 }
}

/** Merges lists of notifications without duplicates, newest first. */
export const mergeNotifications = (lists: readonly (readonly Notification[])[]): Notification[] =>
  [...new Map(lists.flat().map((n) => [n.id, n])).values()].toSorted(newestFirst)
