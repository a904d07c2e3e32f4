import { type FileAnswer, isAnswered } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'
import { phaseOf } from '@portal/contract/section-machine'
import { filesOf } from '@portal/kit/features/answers/field-input'

/** Returns whether a section waits for the bookkeeper's decision. */
export const isWaiting = ({ status }: Pick<ReviewSection, 'status'>): boolean => phaseOf(status) === 'waiting'

/** Returns whether the client has answered anything. */
export const hasData = ({ answers }: Pick<ReviewSection, 'answers'>): boolean => Object.values(answers).some(isAnswered)

/** Returns whether a section starts open: it is submitted, or it has answers and is not pending. */
export const startsExpanded = (section: Pick<ReviewSection, 'status' | 'answers'>): boolean =>
  section.status === 'submitted' || (section.status !== 'pending' && hasData(section))

/** Returns the files of a section in the order of its answers. */
export const sectionFiles = ({ fields, answers }: Pick<ReviewSection, 'fields' | 'answers'>): FileAnswer[] =>
  fields.flatMap((field) => filesOf(answers[field.id]))
