import { and, eq, exists, or } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms, sectionDrafts } from '../db/schema/index.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { decisionEntry, decisionSteps } from './decision-steps.ts'
import { type DecisionResult, filesOf, sectionUnderReview } from './section-under-review.ts'

/** Returns a step that marks a reopened section as in progress if it has a draft or files. */
function restoreProgressStep(ctx: BookkeeperContext, assignmentId: string): Step {
  const drafts = ctx.db
    .select({ id: sectionDrafts.assignment_id })
    .from(sectionDrafts)
    .where(eq(sectionDrafts.assignment_id, assignmentId))
  const hasWork = or(exists(drafts), exists(filesOf(ctx, assignmentId)))
  const { id, assigned_by } = bookClientWorkforms
  return step(
    ctx.db
      .update(bookClientWorkforms)
      .set({ status: 'in_progress' })
      .where(and(eq(id, assignmentId), eq(assigned_by, ctx.actor.userId), hasWork)),
  )
}

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
  const progress = event === 'reopen' ? [restoreProgressStep(ctx, section.id)] : []
  return commitOnce(ctx, [...steps, ...progress, audit(ctx, decisionEntry(section, event))], decided)
}
