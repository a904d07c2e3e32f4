import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { assignmentInfo } from '../../platform/storage/client-documents.ts'
import type { ChangeAssignment } from '@portal/contract/assignments'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { putDocuments, publishToUser } from '../../platform/outbox/enqueue.ts'
import { sectionColumns, sectionEvents } from '../webhooks/assignment-events.ts'
import { confirmPreferences } from '../sections/confirmed-preferences.ts'
import { bookkeeperOf } from '../sections/assignable.ts'
import { checkDueDates, longDate } from '../../platform/time/due-date.ts'
import { ownPair, type Pair, notifyPairChange } from './own-pair.ts'
import { isOpen } from '../../platform/db/section-phase.ts'

/** Returns a query for the assigned sections with client, workform, notes and due date. */
const assignedRows = (ctx: BookkeeperContext, pair: Pair) =>
  ctx.db
    .select({
      client: { id: bookClients.id, name: bookClients.name, email: bookClients.email },
      workform: { id: bookWorkforms.id, name: bookWorkforms.name },
      notes: bookClientWorkforms.notes,
      due_date: bookClientWorkforms.due_date,
      submission_id: bookClientWorkforms.submission_id,
      hidden_by: bookClientWorkforms.hidden_by,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(ownPair(ctx, pair))

/** Returns a query for the open sections, for webhooks. */
function openSections({ db, actor }: BookkeeperContext, pair: Pair) {
  const { client_id, workform_id, assigned_by, status } = bookClientWorkforms
  return db
    .select(sectionColumns)
    .from(bookClientWorkforms)
    .where(
      and(
        eq(client_id, pair.client_id),
        eq(workform_id, pair.workform_id),
        eq(assigned_by, actor.userId),
        isOpen(status),
      ),
    )
}

type Input = z.output<typeof ChangeAssignment>

/** Returns steps that notify the client of a new due date. Notes are only for the bookkeeper and the agent. */
function notifySteps(ctx: BookkeeperContext, pair: Pair, before: string | null, name: string, dueDate: string): Step[] {
  return [
    ...notifyPairChange(ctx, pair, before, {
      title: 'Due date changed',
      message: `"${name}" is now due on ${longDate(dueDate)}.`,
    }),
    sectionEvents(ctx, sql`SELECT ${ctx.actor.userId}`, name, openSections(ctx, pair), ['deadline_set']),
  ]
}

/**
 * Changes the due date and optionally the notes of an assigned workform, and notifies the client of a new date. Does
 * nothing when nothing changes.
 * @throws AppError `past_due_date`, `not_found`, `archived`
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
  const [rows, [bookkeeper]] = await ctx.db.batch([assignedRows(ctx, pair), bookkeeperOf(ctx)])
  const { client, workform, submission_id, due_date: before, ...row } = found(rows[0])
  if (row.hidden_by) throw new AppError('archived')
  const notes = input.notes ?? row.notes
  const dateChanges = rows.some((r) => r.due_date !== dueDate)
  const notesChange = input.notes !== undefined && rows.some((r) => r.notes !== input.notes)
  if (!dateChanges && !notesChange && !input.preferences) return
  const { userId } = ctx.actor
  const { client_id, workform_id, assigned_by, hidden_by } = bookClientWorkforms
  const isAssigned = and(eq(client_id, clientId), eq(workform_id, workformId), eq(assigned_by, userId))
  await commit(ctx, [
    // The client or the assignment may have been archived since it was read.
    check('archived', sql`${ctx.db.$count(bookClientWorkforms, and(isAssigned, isNotNull(hidden_by)))} = 0`),
    {
      ...step(
        ctx.db
          .update(bookClientWorkforms)
          .set({ due_date: dueDate, deadline: dueDate, notes: input.notes ?? undefined })
          .where(isAssigned),
        'not_found',
      ),
      repeatsText: notesChange,
    },
    ...(input.preferences
      ? [confirmPreferences(ctx.db, [submission_id], { notes, preferences: input.preferences })]
      : []),
    ...(dateChanges
      ? notifySteps(ctx, pair, before, workform.name, dueDate)
      : [publishToUser(ctx, userId, 'assignment.changed', { ...pair })]),
    putDocuments(ctx, [assignmentInfo(ctx, { client, bookkeeper: found(bookkeeper), workform, dueDate, notes })]),
    audit(ctx, {
      action: dateChanges ? 'assignment.due_date_changed' : 'assignment.notes_changed',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: {
        workform_id: workformId,
        ...(dateChanges ? { before, due_date: dueDate } : {}),
        ...(notesChange ? { notes: 'changed' } : {}),
      },
    }),
  ])
}
