import type { Notification, Notifications } from '@portal/contract/notifications'
import { sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'

/** How many of each kind a bookkeeper's notifications are built from (specification, section 9). */
const LATEST = 10
/** Characters of a message that a notification shows. */
const SHOWN = 200

interface SubmissionRow {
  id: string
  at: string
  section_name: string
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

// The id carries the time: what is submitted again after a rejection is news again.
const submissions = (userId: string) => sql`
  SELECT n.*, EXISTS (SELECT 1 FROM notification_reads r WHERE r.user_id = ${userId} AND r.notification_id = n.id) AS is_read FROM (
    SELECT 'submission:' || a.id || ':' || a.submitted_at AS id, a.submitted_at AS at, a.section_name, a.workform_id,
      w.name AS workform_name, c.id AS client_id, c.name AS client_name
    FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id JOIN book_clients c ON c.id = a.client_id
    WHERE a.assigned_by = ${userId} AND a.submitted_at IS NOT NULL
    ORDER BY a.submitted_at DESC LIMIT ${LATEST}) n`

// At most the latest few of each thread can be among the latest of all.
const messages = (userId: string) => sql`
  SELECT n.*, EXISTS (SELECT 1 FROM notification_reads r WHERE r.user_id = ${userId} AND r.notification_id = n.id) AS is_read FROM (
    SELECT 'message:' || m.id AS id, m.created_at AS at, substr(m.message, 1, ${SHOWN}) AS message, c.id AS client_id, c.name AS client_name
    FROM chat_threads t JOIN book_clients c ON c.id = t.client_id
    JOIN chat_messages m ON m.id IN (
      SELECT x.id FROM chat_messages x WHERE x.thread_id = t.id AND x.sender = 'client' AND x.deleted_at IS NULL ORDER BY x.created_at DESC LIMIT ${LATEST})
    WHERE t.bookkeeper_id = ${userId}
    ORDER BY m.created_at DESC LIMIT ${LATEST}) n`

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
})

/** A bookkeeper's notifications, newest first: derived from what clients have submitted and written, not stored. */
export async function listForBookkeeper(ctx: SignedIn): Promise<Notifications> {
  const { userId } = ctx.actor
  const [submitted, written] = await ctx.db.batch([
    ctx.db.all<SubmissionRow>(submissions(userId)),
    ctx.db.all<MessageRow>(messages(userId)),
  ])
  const items = [...submitted.map(fromSubmission), ...written.map(fromMessage)].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return { items, unread: items.filter((n) => !n.is_read).length }
}
