import { aliasedTable, and, eq, min, notExists, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { isShown } from '../../platform/db/archived.ts'
import { isDone, isNotDone } from '../../platform/db/section-phase.ts'
import type { Step } from '../../platform/db/write.ts'
import { announceEach } from '../notifications/announce.ts'
import { enqueueEach, publishToEach } from '../../platform/outbox/enqueue.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { isOneOf, isSubmissionOf } from './client-batches.ts'
import { eventsForBookkeepers, eventsForClients, notifyEach } from './notify-affected.ts'

const { client_id, workform_id, assigned_by, due_date, status, hidden_by } = bookClientWorkforms

/**
 * Returns steps that notify the clients whose sections are withdrawn, unless they are archived, and the bookkeepers who
 * assigned them.
 */
function notifySteps(ctx: BookkeeperContext, id: string, name: string, isOfClients: SQL): Step[] {
  const isWithdrawn = and(eq(workform_id, id), isNotDone(status), isShown(hidden_by), isOfClients)
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
  const toBookkeepers = eventsForBookkeepers(ctx, id, and(isNotDone(status), isOfClients))
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
function removeDocuments(ctx: BookkeeperContext, id: string, isOfClients: SQL): Step {
  const approved = aliasedTable(bookClientWorkforms, 'approved')
  const hasApproved = and(eq(approved.client_id, client_id), eq(approved.workform_id, id), isDone(approved.status))
  const path = sql`'bookkeeper-' || ${assigned_by} || '/client-' || ${client_id} || '/workform-' || ${id} || '.txt'`
  const documents = ctx.db
    .selectDistinct({ path: path.as('path') })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(workform_id, id),
        isOfClients,
        notExists(ctx.db.select({ id: approved.id }).from(approved).where(hasApproved)),
      ),
    )
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
 * Returns steps that withdraw the unapproved sections of a workform and notify their clients.
 * @param clients all if absent
 */
export function withdrawSteps(ctx: BookkeeperContext, id: string, name: string, clients?: readonly string[]): Step[] {
  const isOfClients = isOneOf(clients, sql`${client_id}`)
  return [
    ...notifySteps(ctx, id, name, isOfClients),
    removeDocuments(ctx, id, isOfClients),
    ...withdrawSections(ctx, eq(workform_id, id), isNotDone(status), isOfClients),
    ...tidySubmissions(ctx, isSubmissionOf(id, clients)),
  ]
}
