import { aliasedTable, and, eq, exists, min, notExists, type SQL, sql } from 'drizzle-orm'
import { audit, auditEach } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../db/schema/index.ts'
import { isShown } from '../db/archived.ts'
import { isDone, isNotDone } from '../db/section-phase.ts'
import { check, commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { announceEach } from '../notifications/announce.ts'
import { enqueueEach, publishToEach } from '../outbox/enqueue.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'
import { type Holder, holdersOf, inPart, isOfPart, partsOf } from './client-parts.ts'
import { isOwnWorkform, ownWorkform } from './get-workform.ts'
import { eventsForBookkeepers, eventsForClients, notifyEach } from './notify-affected.ts'
import { publishWorkform } from './rules.ts'

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
function withdrawSteps(ctx: BookkeeperContext, id: string, name: string, clients?: readonly string[]): Step[] {
  const isOfClients = inPart(clients, sql`${client_id}`)
  return [
    ...notifySteps(ctx, id, name, isOfClients),
    removeDocuments(ctx, id, isOfClients),
    ...withdrawSections(ctx, eq(workform_id, id), isNotDone(status), isOfClients),
    ...tidySubmissions(ctx, isOfPart(id, clients)),
  ]
}

/** Withdraws the sections of some clients, before the workform is deleted. @throws AppError `not_found` */
async function withdrawPart(ctx: BookkeeperContext, id: string, name: string, part: readonly Holder[]): Promise<void> {
  const own = ctx.db.select({ id: bookWorkforms.id }).from(bookWorkforms).where(isOwnWorkform(ctx, id))
  const clients = part.map((holder) => holder.client_id)
  await commit(ctx, [
    check('not_found', exists(own)),
    ...withdrawSteps(ctx, id, name, clients),
    auditEach(
      ctx,
      part.map((holder) => ({
        action: 'assignment.removed',
        subjectType: 'assignment',
        subjectId: holder.submission_id,
        clientId: holder.client_id,
        detail: { workform_id: id },
      })),
    ),
  ])
}

/**
 * Deletes a workform. Withdraws its unapproved sections, those of many clients in parts, and notifies their clients;
 * approved sections stay readable. When a part fails, the workform is not deleted, and a repeat of the request
 * continues.
 * @throws AppError `not_found`
 */
export async function deleteWorkform(ctx: BookkeeperContext, id: string): Promise<void> {
  const [[row], holders] = await ctx.db.batch([ownWorkform(ctx, id), holdersOf(ctx, id, isNotDone(status))])
  const { name, is_template } = found(row)
  for (const part of partsOf(holders, 0).slice(0, -1)) await withdrawPart(ctx, id, name, part)
  await commit(ctx, [
    step(
      ctx.db.update(bookWorkforms).set({ deleted_at: ctx.now.toISOString() }).where(isOwnWorkform(ctx, id)),
      'not_found',
    ),
    ...withdrawSteps(ctx, id, name),
    publishWorkform(ctx, id, is_template),
    audit(ctx, { action: 'workform.deleted', subjectType: 'workform', subjectId: id, detail: { name } }),
  ])
}
