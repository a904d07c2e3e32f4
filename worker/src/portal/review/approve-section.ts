import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { commitOnce, type Step } from '../../platform/db/write.ts'
import { outcomeSteps } from '../sections/attempts.ts'
import { purgeReplaced } from '../sections/retire-files.ts'
import { type Decision, decisionEntry, decisionSteps } from './decision-steps.ts'
import { deleteReviews } from './review-rows.ts'
import { type DecidedSection, type DecisionResult, labelOf, sectionUnderReview } from './section-under-review.ts'

const approvalOf = (section: DecidedSection, notes: string | null): Decision => ({
  event: 'approve',
  notes,
  title: 'Section approved',
  message: `${labelOf(section)} has been approved.${notes ? ` Notes: ${notes}` : ''}`,
})

/** Returns the steps that approve sections, and remove the files that only earlier submissions contain. */
export function approvalSteps(
  ctx: BookkeeperContext,
  sections: readonly DecidedSection[],
  notes: string | null,
): Step[] {
  const ids = sections.map(({ id }) => id)
  return [
    ...sections.flatMap((section) => [
      ...decisionSteps(ctx, section, approvalOf(section, notes)),
      ...outcomeSteps(ctx, section, 'approved'),
    ]),
    deleteReviews(ctx, ids),
    ...purgeReplaced(ctx, ids),
  ]
}

/**
 * Approves a section on the version that was seen, and notifies the client with the notes.
 * @throws AppError `not_found`, `archived`, `stale`
 */
export async function approveSection(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, notes }: { version: number; notes: string | null },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'approve', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const entry = audit(ctx, decisionEntry(section, 'approve', { notes }))
  return commitOnce(ctx, [...approvalSteps(ctx, [section], notes), entry], decided)
}
