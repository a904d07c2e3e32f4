import { isAnswered } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'

/** Returns whether the client has answered anything. */
export function hasData({ answers }: Pick<ReviewSection, 'answers'>): boolean {
  return Object.values(answers).some(isAnswered)
}

/** Returns whether a section starts open: it is submitted, or it has answers and is not pending. */
export function startsExpanded(section: Pick<ReviewSection, 'status' | 'answers'>): boolean {
  return section.status === 'submitted' || (section.status !== 'pending' && hasData(section))
}
