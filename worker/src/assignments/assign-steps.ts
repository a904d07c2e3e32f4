import { audit } from '../audit/append.ts'
import { assignmentInfo } from '../clients/documents.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientNotifications } from '../db/schema/index.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { require, type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { composeMail } from '../mail/layout.ts'
import { sendMail, tellClient, tellUser } from '../outbox/enqueue.ts'
import type { AssignableWorkform } from './assignable.ts'
import { longDate } from './due-date.ts'

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

/** The rows of one assignment: the empty submission, and one row per section. A client who is gone meanwhile is `stale`. */
function rowSteps(ctx: BookkeeperContext, { workform, notes }: Assigning, assignee: Assignee, submissionId: string): Step[] {
  const at = ctx.now.toISOString()
  const { client, dueDate, sections } = assignee
  const submission = {
    sql: `INSERT INTO book_form_submissions (id, form_id, client_id, client_email, data, status, created_at, updated_at)
          SELECT ?, ?, c.id, c.email, '{}', 'waiting', ?, ? FROM book_clients c WHERE c.id = ? AND c.bookkeeper_id = ?`,
    args: [submissionId, workform.id, at, at, client.id, ctx.actor.userId],
  }
  const rows = {
    sql: `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by, assigned_at,
            due_date, deadline, notes, section_name, position, status, core_status, submit_status)
          SELECT ${uuidSql(ctx.now.getTime())}, c.id, ?, ?, ?, c.bookkeeper_id, ?, ?, ?, ?, s.value ->> 'name', s.value ->> 'position',
            'assigned', 'waiting', 'not_submitted'
          FROM book_clients c CROSS JOIN json_each(?) s WHERE c.id = ? AND c.bookkeeper_id = ?`,
    args: [
      workform.id,
      workform.version_id,
      submissionId,
      at,
      dueDate,
      dueDate,
      notes,
      JSON.stringify(sections),
      client.id,
      ctx.actor.userId,
    ],
  }
  return [...(assignee.submissionId ? [] : [step(submission, 'stale')]), step(rows, 'stale')]
}

/** What the client gets to know: a notification, live events, a mail. */
function tellSteps(ctx: BookkeeperContext, { workform, bookkeeper }: Assigning, { client, dueDate, mail }: Assignee): Step[] {
  const notificationId = uuidv7()
  const ids = { client_id: client.id, workform_id: workform.id }
  const by = bookkeeper.name || 'Your bookkeeper'
  const notification = ctx.db.insert(bookClientNotifications).values({
    id: notificationId,
    client_id: client.id,
    title: 'New workform assigned',
    message: `"${workform.name}" has been assigned to you. It is due on ${longDate(dueDate)}.`,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id: workform.id,
  })
  const letter = composeMail({
    to: client.email,
    subject: `New workform: ${workform.name}`,
    heading: 'New workform assigned',
    lines: [`Hello ${client.name},`, `${by} has assigned "${workform.name}" to you. Please fill it in by ${longDate(dueDate)}.`],
    action: { label: 'Open the client portal', url: `${ctx.origin}/client-auth` },
  })
  return [
    step(notification),
    tellClient(ctx, client.id, 'assignment.changed', ids),
    tellClient(ctx, client.id, 'notification.created', { ...ids, notification_id: notificationId }),
    ...(mail ? [sendMail(ctx, letter)] : []),
  ]
}

/**
 * All that assigning a workform to clients changes and causes, as steps of one batch. The batch is refused with `stale` when the
 * workform was changed or deleted, or a client deleted, since it was read; a unique constraint on `book_client_workforms` or
 * `book_form_submissions` means that another request has just assigned it too.
 */
export function assignSteps(ctx: BookkeeperContext, assigning: Assigning): Step[] {
  const { workform, bookkeeper, notes, assignees } = assigning
  const { userId, firmId } = ctx.actor
  const steps: Step[] = [
    require('stale', `EXISTS (SELECT 1 FROM book_workforms WHERE id = ? AND version = ? AND deleted_at IS NULL
               AND (user_id = ? OR (is_template = 1 AND firm_id = ?)))`, [workform.id, workform.version, userId, firmId]),
    tellUser(ctx, userId, 'assignment.changed', { workform_id: workform.id }),
  ]
  for (const assignee of assignees) {
    const { client, dueDate, sections } = assignee
    const submissionId = assignee.submissionId ?? uuidv7()
    steps.push(
      ...rowSteps(ctx, assigning, assignee, submissionId),
      ...tellSteps(ctx, assigning, assignee),
      assignmentInfo(ctx, { client, bookkeeper, workform, dueDate, notes }),
      audit(ctx, {
        action: 'assignment.created',
        subjectType: 'assignment',
        subjectId: submissionId,
        clientId: client.id,
        detail: { workform_id: workform.id, version: workform.version, due_date: dueDate, sections: sections.map((s) => s.name) },
      }),
    )
  }
  return steps
}

/** What the constraints mean that requests run into which assign or remove the same at the same time: read again. */
export const ASSIGN_CONFLICTS = {
  'FOREIGN KEY': 'stale',
  'book_client_workforms.client_id': 'stale',
  'book_form_submissions.form_id': 'stale',
} as const
