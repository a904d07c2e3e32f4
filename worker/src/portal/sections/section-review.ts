import type { AnswerMarks, AnswerToFix } from '@portal/contract/answer-review'
import type { RECALLS } from '@portal/contract/client-portal'
import type { WorkformField } from '@portal/contract/fields'
import { can, isLocked } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'

/** A section with its review, if the bookkeeper has opened it. */
interface ReviewedSection {
  status: SectionStatus
  version: number
  review: { opened_version: number | null; recall_requested_at: string | null } | null
}

/** Returns how the client can get the submission back, see `RECALLS`. */
export function recallOf({ status, version, review }: ReviewedSection): (typeof RECALLS)[number] | null {
  if (!can('recall', status)) return null
  if (review?.recall_requested_at) return 'asked'
  return review?.opened_version === version ? 'ask' : 'now'
}

/** Returns the answers that were sent back, in the order of the fields, while the section is open. */
export function answersToFix(
  status: SectionStatus,
  fields: readonly Pick<WorkformField, 'id' | 'name'>[],
  marks: AnswerMarks = {},
): AnswerToFix[] {
  if (isLocked(status)) return []
  return fields.flatMap(({ id, name }) => {
    const flag = marks[id]?.flag
    return flag ? [{ field_id: id, question: name, flag }] : []
  })
}
