import type { FileAnswer } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'
import { filesOf } from '@portal/kit/features/answers/field-input'

/** The files of a section, in the order in which its answers show them. */
export function sectionFiles({ fields, answers }: Pick<ReviewSection, 'fields' | 'answers'>): FileAnswer[] {
  return fields.flatMap((field) => filesOf(answers[field.id]))
}
