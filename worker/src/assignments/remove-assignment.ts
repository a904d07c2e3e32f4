import { and, eq } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { noAssignmentInfo } from '../clients/documents.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientNotifications, bookClients, bookClientWorkforms, bookWorkforms } from '../db/schema/index.ts'
import { commit, require, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { putDocuments, tellClient, tellUser } from '../outbox/enqueue.ts'
import { tidySubmissions, withdrawSections } from './withdraw.ts'

/**
 * Takes an assigned workform from a client, with everything they have filled in, uploaded or submitted for it. The client is told.
 * @throws AppError `not_found`
 */
export async function removeAssignment(ctx: BookkeeperContext, clientId: string, workformId: string): Promise<void> {
  const { userId } = ctx.actor
  const rows = await ctx.db
    .select({
      workform: bookWorkforms.name,
      submission_id: bookClientWorkforms.submission_id,
      section_name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(
      and(
        eq(bookClientWorkforms.client_id, clientId),
        eq(bookClientWorkforms.workform_id, workformId),
        eq(bookClientWorkforms.assigned_by, userId),
        eq(bookClients.bookkeeper_id, userId),
      ),
    )
  const { workform, submission_id } = found(rows[0])
  const ids = { client_id: clientId, workform_id: workformId }
  const notificationId = uuidv7()
  const chosen = { where: 'client_id = ? AND workform_id = ? AND assigned_by = ?', args: [clientId, workformId, userId] }
  await commit(ctx, [
    require('not_found', `EXISTS (SELECT 1 FROM book_client_workforms WHERE ${chosen.where})`, chosen.args),
    ...withdrawSections(ctx, chosen),
    ...tidySubmissions(ctx, { where: 'id = ?', args: [submission_id] }),
    step(
      ctx.db.insert(bookClientNotifications).values({
        id: notificationId,
        client_id: clientId,
        title: 'Workform removed',
        message: `"${workform}" is no longer assigned to you. There is nothing left to do for it.`,
        created_at: ctx.now.toISOString(),
        sender_type: 'bookkeeper',
        recipient_type: 'client',
        workform_id: workformId,
      }),
    ),
    tellClient(ctx, clientId, 'assignment.changed', ids),
    tellClient(ctx, clientId, 'notification.created', { ...ids, notification_id: notificationId }),
    tellUser(ctx, userId, 'assignment.changed', ids),
    tellUser(ctx, userId, 'submission.changed', ids),
    putDocuments(ctx, [noAssignmentInfo(ctx, clientId, workformId)]),
    audit(ctx, {
      action: 'assignment.removed',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: { workform_id: workformId, sections: rows.map(({ section_name, status }) => ({ section_name, status })) },
    }),
  ])
}
