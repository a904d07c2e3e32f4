import type { FileAnswer } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'
import { filesOf } from '@portal/kit/features/answers/field-input'

/** Returns the files of a section in the order of its answers. */
export function sectionFiles({ fields, answers }: Pick<ReviewSection, 'fields' | 'answers'>): FileAnswer[] {
  return fields.flatMap((field) => filesOf(answers[field.id]))
}
