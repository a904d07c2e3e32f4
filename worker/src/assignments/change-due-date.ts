import { eq } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { assignmentInfo } from '../clients/documents.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { putDocuments } from '../outbox/enqueue.ts'
import { sectionEvents } from '../webhooks/assignment-events.ts'
import { bookkeeperOf } from './assignable.ts'
import { checkDueDates, longDate } from './due-date.ts'
import { ownPair, type Pair, pairChanged } from './own-pair.ts'

/** What is assigned of the workform: client, names, notes, and until when. */
const assignedRow = (ctx: BookkeeperContext, pair: Pair) =>
  ctx.db
    .select({
      client: { id: bookClients.id, name: bookClients.name, email: bookClients.email },
      workform: { id: bookWorkforms.id, name: bookWorkforms.name },
      notes: bookClientWorkforms.notes,
      due_date: bookClientWorkforms.due_date,
      submission_id: bookClientWorkforms.submission_id,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(ownPair(ctx, pair))

/** The sections that are still to be filled in, for webhooks. */
const openSections = (clientId: string, workformId: string, userId: string) => ({
  sql: `SELECT assigned_by, client_id, workform_id, section_name, due_date FROM book_client_workforms
        WHERE client_id = ? AND workform_id = ? AND assigned_by = ? AND status IN ('assigned', 'in_progress', 'rejected') ORDER BY position`,
  args: [clientId, workformId, userId],
})

/**
 * Sets the due date of a workform that a client has; the client is told. The same date again changes nothing.
 * @throws AppError `past_due_date`, `not_found`
 */
export async function changeDueDate(ctx: BookkeeperContext, clientId: string, workformId: string, dueDate: string): Promise<void> {
  const pair = { client_id: clientId, workform_id: workformId }
  checkDueDates(ctx, [{ path: 'due_date', date: dueDate }])
  const [rows, [bookkeeper]] = await ctx.db.batch([assignedRow(ctx, pair), bookkeeperOf(ctx)])
  const { client, workform, notes, submission_id, due_date: before } = found(rows[0])
  if (rows.every((row) => row.due_date === dueDate)) return
  const { userId } = ctx.actor
  await commit(ctx, [
    step(
      {
        sql: 'UPDATE book_client_workforms SET due_date = ?, deadline = ? WHERE client_id = ? AND workform_id = ? AND assigned_by = ?',
        args: [dueDate, dueDate, clientId, workformId, userId],
      },
      'not_found',
    ),
    ...pairChanged(ctx, pair, { title: 'Due date changed', message: `"${workform.name}" is now due on ${longDate(dueDate)}.` }),
    sectionEvents(ctx, { sql: 'SELECT ?', args: [userId] }, workform.name, openSections(clientId, workformId, userId), ['deadline_set']),
    putDocuments(ctx, [assignmentInfo(ctx, { client, bookkeeper: found(bookkeeper), workform, dueDate, notes })]),
    audit(ctx, {
      action: 'assignment.due_date_changed',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: { workform_id: workformId, before, due_date: dueDate },
    }),
  ])
}
