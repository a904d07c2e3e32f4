import { type Answer, type Answers, isAnswered } from '@portal/contract/fields'
import { isObject } from '@portal/contract/is-object'
import type { NonAnswer, NonAnswers } from '@portal/contract/non-answers'

/** What a client enters in a field: an answer, or why there is none. */
export type DraftAnswer = Answer | NonAnswer
/** What a client enters in a section, by field id. A field has an answer or a non-answer, never both. */
export type DraftAnswers = Record<string, DraftAnswer>

/** Answers and non-answers of a section, as the server stores them. */
export interface SectionContent {
  answers: Answers
  non_answers: NonAnswers
}

/** Returns whether a client says why there is no answer. */
export const isNonAnswer = (value: DraftAnswer | undefined): value is NonAnswer => isObject(value)

/** Returns whether a field has an answer or a non-answer. */
export const isGiven = (value: DraftAnswer | undefined): boolean => isNonAnswer(value) || isAnswered(value)

/** Separates answers and non-answers. */
export function splitContent(draft: DraftAnswers): SectionContent {
  const content: SectionContent = { answers: {}, non_answers: {} }
  for (const [id, value] of Object.entries(draft)) {
    if (isNonAnswer(value)) content.non_answers[id] = value
    else content.answers[id] = value
  }
  return content
}

/** Merges answers and non-answers. */
export const joinContent = ({ answers, non_answers }: SectionContent): DraftAnswers => ({ ...answers, ...non_answers })
