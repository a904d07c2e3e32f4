import { isAnswered } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'

/** Whether the client has answered anything in the section. */
export function hasData({ answers }: Pick<ReviewSection, 'answers'>): boolean {
  return Object.values(answers).some(isAnswered)
}

/** Whether a section's review starts open: it is submitted, or it has data and is not pending (specification, section 2). */
export function startsExpanded(section: Pick<ReviewSection, 'status' | 'answers'>): boolean {
  return section.status === 'submitted' || (section.status !== 'pending' && hasData(section))
}
