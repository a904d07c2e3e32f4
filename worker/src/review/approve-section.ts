import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commitOnce } from '../db/write.ts'
import { type Decision, decisionEntry, decisionSteps } from './decision-steps.ts'
import { type DecidedSection, type DecisionResult, sectionUnderReview } from './section-under-review.ts'

/** Returns the approval of a section. */
export const approvalOf = ({ name, workform_name }: DecidedSection, notes: string | null): Decision => ({
  event: 'approve',
  notes,
  title: 'Section approved',
  message: `"${name}" of "${workform_name}" has been approved.${notes ? ` Notes: ${notes}` : ''}`,
})

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
  const steps = decisionSteps(ctx, section, approvalOf(section, notes))
  return commitOnce(ctx, [...steps, audit(ctx, decisionEntry(section, 'approve', { notes }))], decided)
}
