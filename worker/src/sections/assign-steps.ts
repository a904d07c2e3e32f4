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

/** A section of a workform, with its order. */
export interface Section {
  name: string
  position: number
}

/** A client to assign sections to. */
export interface Assignee {
  client: { id: string; name: string; email: string }
  /** yyyy-mm-dd */
  dueDate: string
  /** Sections that the client does not have yet; at least one. */
  sections: readonly Section[]
  /** The client's submission of this workform, if any. */
  submissionId: string | null
  /** Whether to send the client a mail. */
  mail: boolean
}

/** A workform and the clients to assign it to. */
export interface AssignmentPlan {
  workform: Pick<AssignableWorkform, 'id' | 'name' | 'version' | 'version_id'>
  bookkeeper: { name: string; email: string }
  notes: string | null
  assignees: readonly Assignee[]
}

/** An assignee with the ids of new rows. */
interface PreparedAssignee extends Assignee {
  submission: string
  notification: string
}

/** Returns the assignees as JSON, so that one statement covers all of them. */
function toJson(assignees: readonly PreparedAssignee[]): string {
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

/** Returns steps that insert an empty submission per new client, and a row per client and section. */
function rowSteps(
  ctx: BookkeeperContext,
  { workform, notes }: AssignmentPlan,
  assignees: readonly PreparedAssignee[],
): Step[] {
  const at = ctx.now.toISOString()
  const { userId } = ctx.actor
  // CROSS JOIN keeps the list as the outer loop. Otherwise SQLite scans the list for every client in the database.
  const own = `CROSS JOIN book_clients c ON c.id = j.value ->> 'client' AND c.bookkeeper_id = ?`
  return [
    step({
      sql: `INSERT INTO book_form_submissions (id, form_id, client_id, client_email, bookkeeper_id, data, status,
              created_at, updated_at)
            SELECT j.value ->> 'submission', ?, c.id, c.email, c.bookkeeper_id, '{}', 'waiting', ?, ?
              FROM json_each(?) j ${own}`,
      args: [workform.id, at, at, toJson(assignees.filter((a) => a.submissionId === null)), userId],
    }),
    step({
      sql: `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
              assigned_by, assigned_at,
              due_date, deadline, notes, section_name, position)
            SELECT ${uuidSql(ctx.now.getTime())}, c.id, ?, ?, j.value ->> 'submission', c.bookkeeper_id, ?,
              j.value ->> 'due', j.value ->> 'due', ?,
              s.value ->> 0, s.value ->> 1
            FROM json_each(?) j ${own} CROSS JOIN json_each(j.value, '$.sections') s`,
      args: [workform.id, workform.version_id, at, notes, toJson(assignees), userId],
    }),
  ]
}

const mailItem = (ctx: BookkeeperContext, { workform }: AssignmentPlan, { client }: Assignee): Collected => ({
  address: client.email,
  sender: ctx.actor.userId,
  item: { client_id: client.id, workform_id: workform.id, before: null, origin: ctx.origin },
})

/** Returns steps that notify the clients: in the portal, by live events and by mail. */
function notifySteps(ctx: BookkeeperContext, plan: AssignmentPlan, assignees: readonly PreparedAssignee[]): Step[] {
  const { workform } = plan
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
            json_object('client_id', a.client_id, 'workform_id', ?, 'notification_id',
              j.value ->> 'notification') AS ids
          FROM json_each(?) j CROSS JOIN book_client_auth a ON a.client_id = j.value ->> 'client'
            WHERE a.auth_user_id IS NOT NULL`,
    args: [workform.id, toJson(assignees)],
  }
  const mails = assignees.filter((a) => a.mail).map((a) => mailItem(ctx, plan, a))
  return [
    step(ctx.db.insert(bookClientNotifications).values(notifications)),
    publishToEach(ctx, 'assignment.changed', accounts),
    publishToEach(ctx, 'notification.created', accounts),
    ...(mails.length > 0 ? [collectAll(ctx, 'assigned', mails)] : []),
  ]
}

/** Returns steps that queue webhooks for the workform and each section. */
function webhookSteps(
  ctx: BookkeeperContext,
  { workform }: AssignmentPlan,
  assignees: readonly PreparedAssignee[],
): Step[] {
  const { userId } = ctx.actor
  const list = `json_each(?) j CROSS JOIN book_clients c ON c.id = j.value ->> 'client'`
  const sections = {
    sql: `SELECT b.id AS assignment_id, b.assigned_by, b.client_id, b.workform_id, b.section_name, b.due_date
          FROM ${list} CROSS JOIN json_each(j.value, '$.sections') s CROSS JOIN book_client_workforms b
            ON b.client_id = c.id AND b.workform_id = ? AND b.section_name = s.value ->> 0`,
    args: [toJson(assignees), workform.id],
  }
  return [
    createdEvents(ctx, userId, workform, {
      sql: `SELECT c.id AS client_id, c.name AS client_name FROM ${list}`,
      args: [toJson(assignees)],
    }),
    sectionEvents(ctx, { sql: 'SELECT ?', args: [userId] }, workform.name, sections),
  ]
}

/**
 * Returns all steps that assign a workform to clients (at least one). They fail with `stale` if the workform was
 * changed or deleted, or a client was deleted or declined, since it was read. `ASSIGN_CONFLICTS` maps the constraints
 * that concurrent requests run into.
 */
export function assignSteps(ctx: BookkeeperContext, plan: AssignmentPlan): Step[] {
  const { workform, bookkeeper, notes } = plan
  const { userId, firmId } = ctx.actor
  // Lists show the latest id first, so ids are given from the end to list a batch in its order.
  const assignees = plan.assignees
    .toReversed()
    .map((a): PreparedAssignee => ({ ...a, submission: a.submissionId ?? uuidv7(), notification: uuidv7() }))
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
    require('stale', `(SELECT count(*) FROM book_clients c WHERE c.bookkeeper_id = ?
      AND c.id IN (SELECT value FROM json_each(?))
               AND NOT EXISTS (SELECT 1 FROM book_client_auth a WHERE a.client_id = c.id
                 AND a.declined_at IS NOT NULL)) = ?`, [userId, clientIds, assignees.length]),
    ...rowSteps(ctx, plan, assignees),
    ...notifySteps(ctx, plan, assignees),
    ...webhookSteps(ctx, plan, assignees),
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

/** Maps constraints that concurrent requests run into to `stale`: the caller reads again. */
export const ASSIGN_CONFLICTS = {
  'FOREIGN KEY': 'stale',
  'book_client_workforms.client_id': 'stale',
  'book_form_submissions.form_id': 'stale',
  // Two requests copied the same starter: the later one finds the copy.
  'book_workforms.starter': 'stale',
} as const
