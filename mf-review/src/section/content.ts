import { type FileAnswer, isAnswered } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'
import { phaseOf } from '@portal/contract/section-machine'
import { filesOf } from '@portal/kit/features/answers/field-input'

/** Returns whether a section waits for the bookkeeper's decision. */
export const isWaiting = ({ status }: Pick<ReviewSection, 'status'>): boolean => phaseOf(status) === 'waiting'

/**
 * Returns whether the client has submitted a section or taken it back since it was seen. The bookkeeper's own decisions
 * don't count, in whatever tab, and neither does agreeing to return a submission.
 */
export function hasClientChanged(seen: ReviewSection, now: ReviewSection): boolean {
  if (isWaiting(now)) return now.submitted_at !== seen.submitted_at
  return isWaiting(seen) && now.status === 'pending' && seen.recall_requested_at === null
}

type Answered = Pick<ReviewSection, 'answers' | 'non_answers'>

/** Returns whether the client has answered anything, or said why not. */
export const hasData = ({ answers, non_answers }: Answered): boolean =>
  Object.values(answers).some(isAnswered) || Object.keys(non_answers).length > 0

/** Returns whether a section starts open: it is submitted, or it has answers and is not pending. */
export const startsExpanded = (section: Answered & Pick<ReviewSection, 'status'>): boolean =>
  section.status === 'submitted' || (section.status !== 'pending' && hasData(section))

/** Returns the files of a section in the order of its answers. */
export const sectionFiles = ({ fields, answers }: Pick<ReviewSection, 'fields' | 'answers'>): FileAnswer[] =>
  fields.flatMap((field) => filesOf(answers[field.id]))

/** Returns whether single answers were sent back. A rejection of the whole section has no flags. */
export const isSentBack = ({ status, marks }: Pick<ReviewSection, 'status' | 'marks'>): boolean =>
  status === 'rejected' && Object.values(marks).some((mark) => mark.flag !== null)

/** Returns whether there are answers to review, one by one. */
export const isReviewable = (section: ReviewSection): boolean => isWaiting(section) && hasData(section)
