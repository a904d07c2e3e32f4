import { eq } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { assignmentInfo } from '../storage/client-documents.ts'
import type { ChangeAssignment } from '@portal/contract/assignments'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { putDocuments, publishToUser } from '../outbox/enqueue.ts'
import { sectionEvents } from '../webhooks/assignment-events.ts'
import { bookkeeperOf } from './assignable.ts'
import { checkDueDates, longDate } from '../time/due-date.ts'
import { ownPair, type Pair, pairChanged } from './own-pair.ts'
import { isOpen } from '../db/section-phase.ts'

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
  sql: `SELECT id AS assignment_id, assigned_by, client_id, workform_id, section_name, due_date FROM book_client_workforms
        WHERE client_id = ? AND workform_id = ? AND assigned_by = ? AND ${isOpen()} ORDER BY position`,
  args: [clientId, workformId, userId],
})

type Input = z.output<typeof ChangeAssignment>

/** What the client is told about another due date; notes are for the bookkeeper and the agent. */
function tellSteps(ctx: BookkeeperContext, pair: Pair, before: string | null, name: string, dueDate: string): Step[] {
  const { userId } = ctx.actor
  return [
    ...pairChanged(ctx, pair, before, {
      title: 'Due date changed',
      message: `"${name}" is now due on ${longDate(dueDate)}.`,
    }),
    sectionEvents(
      ctx,
      { sql: 'SELECT ?', args: [userId] },
      name,
      openSections(pair.client_id, pair.workform_id, userId),
      ['deadline_set'],
    ),
  ]
}

/**
 * Changes the due date, and the notes where they are given, of a workform that a client has; the client is told of another date. What is
 * as it was changes nothing.
 * @throws AppError `past_due_date`, `not_found`
 */
export async function changeAssignment(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  input: Input,
): Promise<void> {
  const pair = { client_id: clientId, workform_id: workformId }
  const { due_date: dueDate } = input
  checkDueDates(ctx, [{ path: 'due_date', date: dueDate }])
  const [rows, [bookkeeper]] = await ctx.db.batch([assignedRow(ctx, pair), bookkeeperOf(ctx)])
  const { client, workform, submission_id, due_date: before, ...row } = found(rows[0])
  const notes = input.notes ?? row.notes
  const moves = rows.some((r) => r.due_date !== dueDate)
  const rewords = input.notes !== undefined && rows.some((r) => r.notes !== input.notes)
  if (!moves && !rewords) return
  const { userId } = ctx.actor
  await commit(ctx, [
    step(
      {
        sql: `UPDATE book_client_workforms SET due_date = ?, deadline = ?, notes = coalesce(?, notes)
              WHERE client_id = ? AND workform_id = ? AND assigned_by = ?`,
        args: [dueDate, dueDate, input.notes ?? null, clientId, workformId, userId],
      },
      'not_found',
    ),
    ...(moves
      ? tellSteps(ctx, pair, before, workform.name, dueDate)
      : [publishToUser(ctx, userId, 'assignment.changed', { ...pair })]),
    putDocuments(ctx, [assignmentInfo(ctx, { client, bookkeeper: found(bookkeeper), workform, dueDate, notes })]),
    audit(ctx, {
      action: moves ? 'assignment.due_date_changed' : 'assignment.notes_changed',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: {
        workform_id: workformId,
        ...(moves ? { before, due_date: dueDate } : {}),
        ...(rewords ? { notes: 'changed' } : {}),
      },
    }),
  ])
}
