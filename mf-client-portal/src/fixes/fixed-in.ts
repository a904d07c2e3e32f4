import type { AnswerToFix } from '@portal/contract/answer-review'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { isGiven, joinContent, type SectionContent } from '../draft/draft-answers.ts'
import { sameAnswer } from '../draft/differences.ts'

/**
 * Returns the questions whose answers the client has changed since they were sent back. Removing a required answer is
 * only the beginning of a change.
 */
export function fixedIn({ fields, to_fix, sent_back }: PortalSectionDetail, content: SectionContent): AnswerToFix[] {
  const [before, now] = [joinContent(sent_back), joinContent(content)]
  const required = new Set(fields.filter((field) => field.required).map(({ id }) => id))
  return to_fix.filter(
    ({ field_id: id }) => !sameAnswer(before[id], now[id]) && (isGiven(now[id]) || !required.has(id)),
  )
}
