import { nonAnswerText } from '@portal/contract/non-answer-texts'
import { answerText } from '@portal/kit/features/answers/answer-text'
import { type DraftAnswer, isNonAnswer } from './draft-answers.ts'

/** Returns an answer or non-answer as plain text; 'Not provided' without one. */
export const draftText = (field: { type: string }, value: DraftAnswer | undefined): string =>
  isNonAnswer(value) ? nonAnswerText(value) : answerText(field, value)
