import type { Notification } from '@portal/contract/notifications'
import { type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import type { PageKey } from '../db/cursor.ts'

/** A bookkeeper's notifications, which are derived from what clients have submitted and written: nothing of them is stored but the reading. */

/** Characters of a message that a notification shows. */
const SHOWN = 200

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

/** Behind a key: older, or as old and with a smaller id. */
const behind = (at: SQL, id: SQL, after: PageKey | undefined): SQL =>
  after ? sql`AND ${at} <= ${after.value} AND (${at} < ${after.value} OR ${id} < ${after.id})` : sql``

// The id carries the time: what is submitted again after a rejection is news again.
const SUBMISSION_ID = sql`'submission:' || a.id || ':' || a.submitted_at`
const submissions = (userId: string, limit: number, after?: PageKey) => sql`
  SELECT n.*, EXISTS (SELECT 1 FROM notification_reads r WHERE r.user_id = ${userId} AND r.notification_id = n.id) AS is_read FROM (
    SELECT ${SUBMISSION_ID} AS id, a.submitted_at AS at, a.section_name, a.id AS assignment_id, a.workform_id,
      w.name AS workform_name, c.id AS client_id, c.name AS client_name
    FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id JOIN book_clients c ON c.id = a.client_id
    WHERE a.assigned_by = ${userId} AND a.submitted_at IS NOT NULL ${behind(sql`a.submitted_at`, SUBMISSION_ID, after)}
    ORDER BY a.submitted_at DESC, a.id DESC LIMIT ${limit}) n`

const MESSAGE_ID = sql`'message:' || m.id`
const messages = (userId: string, limit: number, after?: PageKey) => sql`
  SELECT n.*, EXISTS (SELECT 1 FROM notification_reads r WHERE r.user_id = ${userId} AND r.notification_id = n.id) AS is_read FROM (
    SELECT ${MESSAGE_ID} AS id, m.created_at AS at, substr(coalesce(nullif(m.message, ''), m.attachments ->> '$[0].name'), 1, ${SHOWN}) AS message,
      c.id AS client_id, c.name AS client_name
    FROM chat_messages m CROSS JOIN chat_threads t ON t.id = m.thread_id CROSS JOIN book_clients c ON c.id = t.client_id
    WHERE m.heard_by = ${userId} AND m.deleted_at IS NULL ${behind(sql`m.created_at`, MESSAGE_ID, after)}
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}) n`

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

/** The latest `limit` submissions and the latest `limit` messages behind a key, newest first, in one round trip. */
export async function derived(ctx: SignedIn, limit: number, after?: PageKey): Promise<Notification[]> {
  const { userId } = ctx.actor
  const [submitted, written] = await ctx.db.batch([
    ctx.db.all<SubmissionRow>(submissions(userId, limit, after)),
    ctx.db.all<MessageRow>(messages(userId, limit, after)),
  ])
  return [...submitted.map(fromSubmission), ...written.map(fromMessage)].toSorted(newestFirst)
}
