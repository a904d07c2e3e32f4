import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type DecisionResult, sectionUnderReview } from './section-under-review.ts'

/** Returns a step that marks a reopened section as in progress if it has a draft or files. */
const restoreProgressStep = (ctx: BookkeeperContext, id: string): Step =>
  step({
    sql: `UPDATE book_client_workforms SET status = 'in_progress' WHERE id = ? AND assigned_by = ? AND (
            EXISTS (SELECT 1 FROM section_drafts d WHERE d.assignment_id = book_client_workforms.id)
            OR EXISTS (SELECT 1 FROM files f
              WHERE f.assignment_id = book_client_workforms.id AND f.purpose = 'answer' AND f.state = 'stored'))`,
    args: [id, ctx.actor.userId],
  })

const OUTCOMES = { undo: 'It is being reviewed again.', reopen: 'You can fill it in again.' } as const

/**
 * Undoes an approval. A submitted section waits for review again; one that was never submitted is open for the client.
 * @throws AppError `not_found`, `stale`
 */
export async function undoApproval(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'undo', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const event = review.event === 'reopen' ? 'reopen' : 'undo'
  const steps = decisionSteps(ctx, section, {
    event,
    notes: null,
    title: 'Approval undone',
    message: `The approval of "${section.name}" of "${section.workform_name}" was undone. ${OUTCOMES[event]}`,
  })
  const entry = audit(ctx, {
    action: 'section.approval_undone',
    subjectType: 'section',
    subjectId: section.id,
    clientId: section.client_id,
    detail: decisionFacts(section, decided.status),
  })
  const progress = event === 'reopen' ? [restoreProgressStep(ctx, section.id)] : []
  return commitOnce(ctx, [...steps, ...progress, entry], decided)
}
