import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce } from '../db/write.ts'
import { decisionFacts, decisionSteps } from './decision-steps.ts'
import { type DecisionResult, sectionUnderReview } from './section-under-review.ts'

/**
 * Approves a section on the version that was seen, and notifies the client with the notes.
 * @throws AppError `not_found`, `stale`
 */
export async function approveSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, notes }: { version: number; notes: string | null },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'approve', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const steps = decisionSteps(ctx, section, {
    event: 'approve',
    notes,
    title: 'Section approved',
    message: `"${section.name}" of "${section.workform_name}" has been approved.${notes ? ` Notes: ${notes}` : ''}`,
  })
  const entry = audit(ctx, {
    action: 'doc_approved',
    subjectType: 'section',
    subjectId: section.id,
    clientId: section.client_id,
    detail: { ...decisionFacts(section, decided.status), notes },
  })
  return commitOnce(ctx, [...steps, entry], decided)
}
