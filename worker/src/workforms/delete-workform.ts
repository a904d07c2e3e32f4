import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { and, eq } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms, bookFormSubmissions } from '../db/schema/index.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { collectEach } from '../notifications/digests/collect.ts'
import { enqueueEach, publishToEach } from '../outbox/enqueue.ts'
import { ownWorkform } from './get-workform.ts'
import { publishWorkform } from './rules.ts'
import { isDone, isNotDone } from '../db/section-phase.ts'

const UNAPPROVED = `workform_id = ? AND ${isNotDone()}`

/** Returns steps that notify the clients whose sections are withdrawn, and the bookkeepers who assigned them. */
function notifySteps(ctx: BookkeeperContext, id: string, name: string): Step[] {
  const clients = `(SELECT DISTINCT client_id FROM book_client_workforms WHERE ${UNAPPROVED})`
  const toClients = {
    sql: `SELECT a.auth_user_id AS user_id, json_object('client_id', a.client_id, 'workform_id', ?) AS ids
          FROM book_client_auth a WHERE a.auth_user_id IS NOT NULL AND a.client_id IN ${clients}`,
    args: [id, id],
  }
  const toBookkeepers = {
    sql: `SELECT DISTINCT assigned_by AS user_id, json_object('workform_id', workform_id) AS ids
            FROM book_client_workforms WHERE ${UNAPPROVED}`,
    args: [id],
  }
  const mails = {
    sql: `SELECT c.email AS address, a.assigned_by AS sender,
            json_object('client_id', c.id, 'workform_id', a.workform_id, 'before', coalesce(min(a.due_date), ''),
              'origin', ?) AS item
          FROM book_client_workforms a JOIN book_clients c ON c.id = a.client_id
          WHERE a.workform_id = ? AND ${isNotDone('a')} GROUP BY c.id, a.assigned_by`,
    args: [ctx.origin, id],
  }
  return [
    collectEach(ctx, 'assigned', mails),
    step({
      sql: `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type,
              recipient_type, workform_id)
            SELECT ${uuidSql(ctx.now.getTime())}, c.client_id, 0, 'Workform withdrawn', ?, ?, 'bookkeeper', 'client', ?
              FROM ${clients} c`,
      args: [
        `"${name}" was withdrawn by your bookkeeper. There is nothing left to do for it.`,
        ctx.now.toISOString(),
        id,
        id,
      ],
    }),
    publishToEach(ctx, 'assignment.changed', toClients),
    publishToEach(ctx, 'notification.created', toClients),
    publishToEach(ctx, 'assignment.changed', toBookkeepers),
    publishToEach(ctx, 'submission.changed', toBookkeepers),
  ]
}

/** Returns a step that deletes the text files of assignments without approved sections. */
function removeDocuments(ctx: BookkeeperContext, id: string): Step {
  const path = `'bookkeeper-' || a.assigned_by || '/client-' || a.client_id || '/workform-' || a.workform_id || '.txt'`
  return enqueueEach(ctx, 'document', {
    sql: `SELECT 'document:' || d.path AS recipient, json_object('path', d.path, 'text', NULL) AS payload
          FROM (SELECT DISTINCT ${path} AS path FROM book_client_workforms a
                WHERE a.workform_id = ? AND NOT EXISTS (SELECT 1 FROM book_client_workforms o
                  WHERE o.client_id = a.client_id AND o.workform_id = a.workform_id AND ${isDone('o')})) d`,
    args: [id],
  })
}

/**
 * Deletes a workform. Withdraws its unapproved sections and notifies their clients; approved sections stay readable.
 * @throws AppError `not_found`
 */
export async function deleteWorkform(ctx: BookkeeperContext, id: string): Promise<void> {
  const { workform_id, status } = bookClientWorkforms
  const { name, is_template } = found((await ownWorkform(ctx, id))[0])
  await commit(ctx, [
    step(
      {
        sql: 'UPDATE book_workforms SET deleted_at = ? WHERE id = ? AND user_id = ? AND deleted_at IS NULL',
        args: [ctx.now.toISOString(), id, ctx.actor.userId],
      },
      'not_found',
    ),
    ...notifySteps(ctx, id, name),
    removeDocuments(ctx, id),
    ...withdrawSections(ctx, and(eq(workform_id, id), isNotDone(status))),
    ...tidySubmissions(ctx, eq(bookFormSubmissions.form_id, id)),
    publishWorkform(ctx, id, is_template),
    audit(ctx, { action: 'workform.deleted', subjectType: 'workform', subjectId: id, detail: { name } }),
  ])
}
