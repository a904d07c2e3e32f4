import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type Decided, sectionUnderReview } from './section-under-review.ts'

/** Restores the status of a section that the client had begun before it was approved. */
const begunStep = (ctx: BookkeeperContext, id: string): Step =>
  step({
    sql: `UPDATE book_client_workforms SET status = 'in_progress' WHERE id = ? AND assigned_by = ? AND (
            EXISTS (SELECT 1 FROM section_drafts d WHERE d.assignment_id = book_client_workforms.id)
            OR EXISTS (SELECT 1 FROM files f WHERE f.assignment_id = book_client_workforms.id AND f.purpose = 'answer' AND f.state = 'stored'))`,
    args: [id, ctx.actor.userId],
  })

const OUTCOMES = { undo: 'It is being reviewed again.', reopen: 'You can fill it in again.' } as const

/**
 * Takes an approval back. A submitted section waits for the bookkeeper again and stays locked for the client; one that was never
 * submitted is open to the client again.
 * @throws AppError `not_found`, `stale`
 */
export async function undoApproval(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<Decided> {
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
  const begun = event === 'reopen' ? [begunStep(ctx, section.id)] : []
  return commitOnce(ctx, [...steps, ...begun, entry], decided)
}
