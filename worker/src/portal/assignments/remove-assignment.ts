import { and, eq, exists } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { noAssignmentInfo } from '../../platform/storage/client-documents.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { check, commit } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { putDocuments } from '../../platform/outbox/enqueue.ts'
import { ownPair, notifyPairChange } from './own-pair.ts'
import { tidySubmissions, withdrawSections } from '../sections/withdraw.ts'

/**
 * Removes an assigned workform from a client with all answers and files, and notifies the client.
 * @throws AppError `not_found`
 */
export async function removeAssignment(ctx: BookkeeperContext, clientId: string, workformId: string): Promise<void> {
  const pair = { client_id: clientId, workform_id: workformId }
  const rows = await ctx.db
    .select({
      workform: bookWorkforms.name,
      submission_id: bookClientWorkforms.submission_id,
      section_name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
      due_date: bookClientWorkforms.due_date,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(ownPair(ctx, pair))
  const { workform, submission_id, due_date } = found(rows[0])
  const { id, client_id, workform_id, assigned_by } = bookClientWorkforms
  const assigned = [eq(client_id, clientId), eq(workform_id, workformId), eq(assigned_by, ctx.actor.userId)] as const
  await commit(ctx, [
    check(
      'not_found',
      exists(
        ctx.db
          .select({ id })
          .from(bookClientWorkforms)
          .where(and(...assigned)),
      ),
    ),
    ...withdrawSections(ctx, ...assigned),
    ...tidySubmissions(ctx, eq(bookFormSubmissions.id, submission_id)),
    ...notifyPairChange(ctx, pair, due_date, {
      title: 'Workform removed',
      message: `"${workform}" is no longer assigned to you. There is nothing left to do for it.`,
    }),
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
