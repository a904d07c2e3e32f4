import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce } from '../db/write.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type Decided, sectionUnderReview } from './section-under-review.ts'

/**
 * Takes an approval back: the section waits for the bookkeeper again, and stays locked for the client.
 * @throws AppError `not_found`, `stale`
 */
export async function undoApproval(ctx: BookkeeperContext, assignmentId: string, { version }: { version: number }): Promise<Decided> {
  const review = await sectionUnderReview(ctx, 'undo', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const steps = decisionSteps(ctx, section, {
    event: 'undo',
    notes: null,
    title: 'Approval undone',
    message: `The approval of "${section.name}" of "${section.workform_name}" was undone. It is being reviewed again.`,
    mail: false,
  })
  const entry = audit(ctx, {
    action: 'section.approval_undone',
    subjectType: 'section',
    subjectId: section.id,
    clientId: section.client_id,
    detail: decisionFacts(section, decided.status),
  })
  return commitOnce(ctx, [...steps, entry], decided)
}
