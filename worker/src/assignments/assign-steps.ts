import { auditEach } from '../audit/append.ts'
import { assignmentInfo } from '../storage/client-documents.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientNotifications } from '../db/schema/index.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { require, type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { type Collected, collectAll } from '../notifications/digests/collect.ts'
import { putDocuments, publishToEach, publishToUser } from '../outbox/enqueue.ts'
import { createdEvents, sectionEvents } from '../webhooks/assignment-events.ts'
import type { AssignableWorkform } from './assignable.ts'
import { longDate } from '../time/due-date.ts'

/** A section of a workform; `position` is its order. */
export interface Section {
  name: string
  position: number
}

/** A client who gets sections of the workform. */
export interface Assignee {
  client: { id: string; name: string; email: string }
  /** yyyy-mm-dd */
  dueDate: string
  /** Those the client has not got yet; at least one. */
  sections: readonly Section[]
  /** The client's submission of this workform; null where there is none yet. */
  submissionId: string | null
  /** Whether the client gets a mail about it. */
  mail: boolean
}

export interface Assigning {
  workform: Pick<AssignableWorkform, 'id' | 'name' | 'version' | 'version_id'>
  bookkeeper: { name: string; email: string }
  notes: string | null
  assignees: readonly Assignee[]
}

/** An assignee with the ids of what is made for them. */
interface Ready extends Assignee {
  submission: string
  notification: string
}

/** Statements over all assignees at once: assigning to 200 clients holds the Writer hardly longer than to one. */
function each(assignees: readonly Ready[]): string {
  return JSON.stringify(
    assignees.map((a) => ({
      client: a.client.id,
      due: a.dueDate,
      submission: a.submission,
      notification: a.notification,
      sections: a.sections.map(({ name, position }) => [name, position]),
    })),
  )
}

/** The rows: an empty submission for each client without one, and one row per client and section. */
function rowSteps(ctx: BookkeeperContext, { workform, notes }: Assigning, assignees: readonly Ready[]): Step[] {
  const at = ctx.now.toISOString()
  const { userId } = ctx.actor
  // CROSS JOIN: the list leads, each client is looked up in it. Left to itself, SQLite reads the list anew for every client there is.
  const own = `CROSS JOIN book_clients c ON c.id = j.value ->> 'client' AND c.bookkeeper_id = ?`
  return [
    step({
      sql: `INSERT INTO book_form_submissions (id, form_id, client_id, client_email, bookkeeper_id, data, status, created_at, updated_at)
            SELECT j.value ->> 'submission', ?, c.id, c.email, c.bookkeeper_id, '{}', 'waiting', ?, ? FROM json_each(?) j ${own}`,
      args: [workform.id, at, at, each(assignees.filter((a) => a.submissionId === null)), userId],
    }),
    step({
      sql: `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by, assigned_at,
              due_date, deadline, notes, section_name, position)
            SELECT ${uuidSql(ctx.now.getTime())}, c.id, ?, ?, j.value ->> 'submission', c.bookkeeper_id, ?, j.value ->> 'due', j.value ->> 'due', ?,
              s.value ->> 0, s.value ->> 1
            FROM json_each(?) j ${own} CROSS JOIN json_each(j.value, '$.sections') s`,
      args: [workform.id, workform.version_id, at, notes, each(assignees), userId],
    }),
  ]
}

const mailItem = (ctx: BookkeeperContext, { workform }: Assigning, { client }: Assignee): Collected => ({
  address: client.email,
  sender: ctx.actor.userId,
  item: { client_id: client.id, workform_id: workform.id, before: null, origin: ctx.origin },
})

/** What the clients get to know: a notification, live events, a mail. */
function tellSteps(ctx: BookkeeperContext, assigning: Assigning, assignees: readonly Ready[]): Step[] {
  const { workform } = assigning
  const notifications = assignees.map(({ client, dueDate, notification }) => ({
    id: notification,
    client_id: client.id,
    title: 'New workform assigned',
    message: `"${workform.name}" has been assigned to you. It is due on ${longDate(dueDate)}.`,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper' as const,
    recipient_type: 'client' as const,
    workform_id: workform.id,
  }))
  const accounts = {
    sql: `SELECT a.auth_user_id AS user_id,
            json_object('client_id', a.client_id, 'workform_id', ?, 'notification_id', j.value ->> 'notification') AS ids
          FROM json_each(?) j CROSS JOIN book_client_auth a ON a.client_id = j.value ->> 'client' WHERE a.auth_user_id IS NOT NULL`,
    args: [workform.id, each(assignees)],
  }
  const mails = assignees.filter((a) => a.mail).map((a) => mailItem(ctx, assigning, a))
  return [
    step(ctx.db.insert(bookClientNotifications).values(notifications)),
    publishToEach(ctx, 'assignment.changed', accounts),
    publishToEach(ctx, 'notification.created', accounts),
    ...(mails.length > 0 ? [collectAll(ctx, 'assigned', mails)] : []),
  ]
}

/** What the bookkeeper's own systems get to know: the workform, and each of its sections. */
function webhookSteps(ctx: BookkeeperContext, { workform }: Assigning, assignees: readonly Ready[]): Step[] {
  const { userId } = ctx.actor
  const list = `json_each(?) j CROSS JOIN book_clients c ON c.id = j.value ->> 'client'`
  const sections = {
    sql: `SELECT b.id AS assignment_id, b.assigned_by, b.client_id, b.workform_id, b.section_name, b.due_date
          FROM ${list} CROSS JOIN json_each(j.value, '$.sections') s CROSS JOIN book_client_workforms b
            ON b.client_id = c.id AND b.workform_id = ? AND b.section_name = s.value ->> 0`,
    args: [each(assignees), workform.id],
  }
  return [
    createdEvents(ctx, userId, workform, {
      sql: `SELECT c.id AS client_id, c.name AS client_name FROM ${list}`,
      args: [each(assignees)],
    }),
    sectionEvents(ctx, { sql: 'SELECT ?', args: [userId] }, workform.name, sections),
  ]
}

/**
 * All that assigning a workform to clients (one at least) changes and causes, as steps of one batch. The batch is refused with `stale`
 * when the workform was changed or deleted, or a client deleted or declined, since it was read; `ASSIGN_CONFLICTS` names what the constraints mean
 * that two requests run into which assign the same.
 */
export function assignSteps(ctx: BookkeeperContext, assigning: Assigning): Step[] {
  const { workform, bookkeeper, notes } = assigning
  const { userId, firmId } = ctx.actor
  // Lists show the latest id first: the last one named gets the first id, so that a batch is listed in its order.
  const assignees = assigning.assignees
    .toReversed()
    .map((a): Ready => ({ ...a, submission: a.submissionId ?? uuidv7(), notification: uuidv7() }))
    .toReversed()
  const clientIds = JSON.stringify(assignees.map((a) => a.client.id))
  return [
    require('stale', `EXISTS (SELECT 1 FROM book_workforms WHERE id = ? AND version = ? AND deleted_at IS NULL
               AND (user_id = ? OR (is_template = 1 AND firm_id = ?)))`, [
      workform.id,
      workform.version,
      userId,
      firmId,
    ]),
    require('stale', `(SELECT count(*) FROM book_clients c WHERE c.bookkeeper_id = ? AND c.id IN (SELECT value FROM json_each(?))
               AND NOT EXISTS (SELECT 1 FROM book_client_auth a WHERE a.client_id = c.id AND a.declined_at IS NOT NULL)) = ?`, [
      userId,
      clientIds,
      assignees.length,
    ]),
    ...rowSteps(ctx, assigning, assignees),
    ...tellSteps(ctx, assigning, assignees),
    ...webhookSteps(ctx, assigning, assignees),
    publishToUser(ctx, userId, 'assignment.changed', { workform_id: workform.id }),
    putDocuments(
      ctx,
      assignees.map(({ client, dueDate }) => assignmentInfo(ctx, { client, bookkeeper, workform, dueDate, notes })),
    ),
    auditEach(
      ctx,
      assignees.map(({ client, dueDate, sections, submission }) => ({
        action: 'assignment.created',
        subjectType: 'assignment',
        subjectId: submission,
        clientId: client.id,
        detail: {
          workform_id: workform.id,
          version: workform.version,
          due_date: dueDate,
          sections: sections.map((s) => s.name),
        },
      })),
    ),
  ]
}

/** What the constraints mean that requests run into which assign or remove the same at the same time: read again. */
export const ASSIGN_CONFLICTS = {
  'FOREIGN KEY': 'stale',
  'book_client_workforms.client_id': 'stale',
  'book_form_submissions.form_id': 'stale',
  // Two requests took the same starter: the later one finds the copy.
  'book_workforms.starter': 'stale',
} as const
