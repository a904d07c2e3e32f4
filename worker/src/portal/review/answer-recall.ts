import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { sectionReviews } from '../../platform/db/schema/index.ts'
import { commitOnce, type Step, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { recallAttemptSteps } from '../sections/attempts.ts'
import { restoreProgressStep } from '../sections/restore-progress.ts'
import { returnAnswers } from '../sections/return-answers.ts'
import { decisionEntry, decisionSteps, notifySteps } from './decision-steps.ts'
import { type DecidedSection, type DecisionResult, labelOf, sectionUnderReview } from './section-under-review.ts'
import { requireWaiting } from './waiting-section.ts'

/** Returns a step that ends the client's request, and fails with `stale` if there is none. */
const endRequestStep = ({ db }: BookkeeperContext, { id }: DecidedSection): Step =>
  step(
    db
      .update(sectionReviews)
      .set({ recall_requested_at: null })
      .where(and(eq(sectionReviews.assignment_id, id), isNotNull(sectionReviews.recall_requested_at))),
    'stale',
  )

/** Returns a step that removes the marks on the returned submission, because they were never sent to the client. */
function removeMarksStep({ db }: BookkeeperContext, { id, version }: DecidedSection): Step {
  const { assignment_id, marks } = sectionReviews
  const sent = sql`(SELECT json_group_object(key, json(value)) FROM json_each(${marks})
    WHERE value ->> 'version' <> ${version})`
  return step(db.update(sectionReviews).set({ marks: sent }).where(eq(assignment_id, id)))
}

/** Returns the steps that return the submission to the client. */
const agreeSteps = (ctx: BookkeeperContext, section: DecidedSection): Step[] => [
  endRequestStep(ctx, section),
  removeMarksStep(ctx, section),
  ...decisionSteps(ctx, section, {
    event: 'recall',
    notes: null,
    title: 'Section reopened',
    message: `You can change ${labelOf(section)} now. Submit it again when you are done.`,
  }),
  ...returnAnswers(ctx, section, section),
  ...recallAttemptSteps(ctx, section.id, true),
  restoreProgressStep(ctx, section.id),
  audit(ctx, decisionEntry(section, 'recall')),
]

/** Returns the steps that keep the submission as it is. */
const declineSteps = (ctx: BookkeeperContext, section: DecidedSection, status: DecisionResult['status']): Step[] => [
  requireWaiting(ctx, section),
  endRequestStep(ctx, section),
  ...notifySteps(ctx, section, {
    status,
    title: 'Request declined',
    message: `${labelOf(section)} stays as you submitted it: your request to change it was declined.`,
    wasRequested: true,
  }),
  audit(ctx, { ...decisionEntry(section, 'recall', { status }), action: 'section.recall_declined' }),
]

/**
 * Answers the client's request to change a submission: returns it as a draft, or keeps it as it is.
 * @throws AppError `not_found`, `archived`, `stale`
 */
export async function answerRecall(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, agree }: { version: number; agree: boolean },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'recall', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  if (section.recall_requested_at === null) throw new AppError('stale')
  if (agree) return commitOnce(ctx, agreeSteps(ctx, section), decided)
  const kept: DecisionResult = { ...decided, status: section.status ?? decided.status, version }
  return commitOnce(ctx, declineSteps(ctx, section, kept.status), kept)
}
