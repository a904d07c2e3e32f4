import { SECTION_MACHINE } from '@portal/contract/section-machine'
import { and, eq, max, ne, notExists, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { ClientContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms, sectionAttempts, sectionReviews } from '../../platform/db/schema/index.ts'
import { check, commitOnce, type Step, step } from '../../platform/db/write.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { recallAttemptSteps } from '../sections/attempts.ts'
import { fieldsOf, type OwnSection } from '../sections/own-section.ts'
import { restoreProgressStep } from '../sections/restore-progress.ts'
import { returnAnswers } from '../sections/return-answers.ts'
import { setSectionStatus } from '../sections/section-status.ts'
import { limitRepeats } from './limit-repeats.ts'
import { recallableSection } from './recallable-section.ts'
import type { Submitted } from './submit-section.ts'

const { assignment, to } = SECTION_MACHINE.recall

/** Submissions in a row that a client can take back. */
const MAX_RECALLS = 20

/** Returns a step that fails with `already_opened` if the bookkeeper has opened the submission. */
function requireUnopened({ db }: ClientContext, section: OwnSection): Step {
  const { assignment_id, opened_version } = sectionReviews
  const opened = db
    .select({ assignment_id })
    .from(sectionReviews)
    .where(and(eq(assignment_id, section.id), eq(opened_version, section.version)))
  return check('already_opened', notExists(opened))
}

/**
 * Returns a step that fails with `too_many_recalls` if the client has taken back the latest submissions, however long
 * that took: each is two entries of the section's history, which has a maximum length.
 */
function requireFewRecalls({ db }: ClientContext, { id }: OwnSection): Step {
  const { assignment_id, version, outcome } = sectionAttempts
  const ofSection = eq(assignment_id, id)
  const reviewed = db
    .select({ version: max(version) })
    .from(sectionAttempts)
    .where(and(ofSection, ne(outcome, 'recalled')))
  const recalls = and(ofSection, eq(outcome, 'recalled'), sql`${version} > coalesce(${reviewed}, 0)`)
  return check('too_many_recalls', sql`${db.$count(sectionAttempts, recalls)} < ${MAX_RECALLS}`)
}

/** Returns steps that update assignment and status, on the version that was seen. */
function statusSteps(ctx: ClientContext, section: OwnSection): Step[] {
  const { id, client_id, version, hidden_by } = bookClientWorkforms
  return [
    step(
      ctx.db
        .update(bookClientWorkforms)
        .set({
          status: assignment.status,
          core_status: assignment.core,
          submit_status: assignment.submit,
          submitted_at: null,
          version: section.version + 1,
        })
        .where(
          and(eq(id, section.id), eq(client_id, ctx.actor.clientId), isShown(hidden_by), eq(version, section.version)),
        ),
      'stale',
    ),
    setSectionStatus(ctx, section, to, null),
  ]
}

/** Returns steps that publish to the bookkeeper, and to the client's other tabs. */
function publishSteps(ctx: ClientContext, { id, workform_id, assigned_by, name }: OwnSection): Step[] {
  const { clientId } = ctx.actor
  const ids = { workform_id, client_id: clientId }
  const sectionIds = { ...ids, assignment_id: id, section_name: name, status: to }
  return [
    publishToUser(ctx, assigned_by, 'section.changed', sectionIds),
    publishToUser(ctx, assigned_by, 'submission.changed', ids),
    publishToClient(ctx, clientId, 'section.changed', sectionIds),
  ]
}

/**
 * Takes back a submission that the bookkeeper has not opened: its answers become the draft.
 * @throws AppError `not_found`, `archived`, `already_opened`, `too_many_recalls`, `stale`, `too_many_requests`
 */
export async function recallSection(
  ctx: ClientContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<Submitted> {
  const recall = await recallableSection(ctx, assignmentId, version)
  if (recall.before) return recall.before
  const { section } = recall
  await limitRepeats(ctx, 'recall')
  const submission = {
    fields: fieldsOf(section.all_fields, section.name),
    answers: section.submitted,
    non_answers: section.submitted_non_answers,
    submitted_at: section.submitted_at,
  }
  return commitOnce(
    ctx,
    [
      requireUnopened(ctx, section),
      requireFewRecalls(ctx, section),
      ...statusSteps(ctx, section),
      ...returnAnswers(ctx, section, submission),
      ...recallAttemptSteps(ctx, section.id, false),
      restoreProgressStep(ctx, section.id),
      ...publishSteps(ctx, section),
      audit(ctx, {
        action: 'section.recalled',
        subjectType: 'section',
        subjectId: section.id,
        clientId: ctx.actor.clientId,
        detail: { workform_id: section.workform_id, section_name: section.name, version: version + 1 },
      }),
    ],
    { assignment_id: section.id, status: to, version: version + 1 },
  )
}
