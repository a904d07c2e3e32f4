import { aliasedTable, and, eq, min, notExists, sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../db/schema/index.ts'
import { isShown } from '../db/archived.ts'
import { isDone, isNotDone } from '../db/section-phase.ts'
import { commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { announceEach } from '../notifications/announce.ts'
import { enqueueEach, publishToEach } from '../outbox/enqueue.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { isOwnWorkform, ownWorkform } from './get-workform.ts'
import { eventsForBookkeepers, eventsForClients, notifyEach } from './notify-affected.ts'
import { publishWorkform } from './rules.ts'

const { client_id, workform_id, assigned_by, due_date, status, hidden_by } = bookClientWorkforms

/**
 * Returns steps that notify the clients whose sections are withdrawn, unless they are archived, and the bookkeepers who
 * assigned them.
 */
function notifySteps(ctx: BookkeeperContext, id: string, name: string): Step[] {
  const isWithdrawn = and(eq(workform_id, id), isNotDone(status), isShown(hidden_by))
  const clients = ctx.db.selectDistinct({ client_id }).from(bookClientWorkforms).where(isWithdrawn)
  const notification = sql`(SELECT n.id FROM book_client_notifications n
    WHERE n.client_id = ${client_id} AND n.workform_id = ${id} AND n.created_at = ${ctx.now.toISOString()} LIMIT 1)`
  const item = sql`json_object('client_id', ${client_id}, 'workform_id', ${id},
    'before', coalesce(${min(due_date)}, ''), 'notification_id', ${notification})`
  const mails = ctx.db
    .select({
      address: sql`${bookClients.email}`.as('address'),
      sender: sql`${assigned_by}`.as('sender'),
      item: item.as('item'),
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, client_id))
    .where(isWithdrawn)
    .groupBy(client_id, assigned_by)
  const toClients = eventsForClients(ctx, id, clients)
  const toBookkeepers = eventsForBookkeepers(ctx, id, isNotDone(status))
  return [
    notifyEach(ctx, id, clients, {
      title: 'Workform withdrawn',
      message: `"${name}" was withdrawn by your bookkeeper. There is nothing left to do for it.`,
    }),
    ...announceEach(ctx, 'assigned', mails),
    publishToEach(ctx, 'assignment.changed', toClients),
    publishToEach(ctx, 'notification.created', toClients),
    publishToEach(ctx, 'assignment.changed', toBookkeepers),
    publishToEach(ctx, 'submission.changed', toBookkeepers),
  ]
}

/** Returns a step that deletes the text files of assignments without approved sections. */
function removeDocuments(ctx: BookkeeperContext, id: string): Step {
  const approved = aliasedTable(bookClientWorkforms, 'approved')
  const hasApproved = and(eq(approved.client_id, client_id), eq(approved.workform_id, id), isDone(approved.status))
  const path = sql`'bookkeeper-' || ${assigned_by} || '/client-' || ${client_id} || '/workform-' || ${id} || '.txt'`
  const documents = ctx.db
    .selectDistinct({ path: path.as('path') })
    .from(bookClientWorkforms)
    .where(and(eq(workform_id, id), notExists(ctx.db.select({ id: approved.id }).from(approved).where(hasApproved))))
    .as('document')
  return enqueueEach(
    ctx,
    'document',
    ctx.db
      .select({
        recipient: sql`'document:' || ${documents.path}`.as('recipient'),
        payload: sql`json_object('path', ${documents.path}, 'text', NULL)`.as('payload'),
      })
      .from(documents),
  )
}

/**
 * Deletes a workform. Withdraws its unapproved sections and notifies their clients; approved sections stay readable.
 * @throws AppError `not_found`
 */
export async function deleteWorkform(ctx: BookkeeperContext, id: string): Promise<void> {
  const { name, is_template } = found((await ownWorkform(ctx, id))[0])
  await commit(ctx, [
    step(
      ctx.db.update(bookWorkforms).set({ deleted_at: ctx.now.toISOString() }).where(isOwnWorkform(ctx, id)),
      'not_found',
    ),
    ...notifySteps(ctx, id, name),
    removeDocuments(ctx, id),
    ...withdrawSections(ctx, eq(workform_id, id), isNotDone(status)),
    ...tidySubmissions(ctx, eq(bookFormSubmissions.form_id, id)),
    publishWorkform(ctx, id, is_template),
    audit(ctx, { action: 'workform.deleted', subjectType: 'workform', subjectId: id, detail: { name } }),
  ])
}
