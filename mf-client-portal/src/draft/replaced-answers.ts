import { acceptsNonAnswer, answerProblem, takesFiles, type WorkformField } from '@portal/contract/fields'
import { type DraftAnswer, type DraftAnswers, isGiven, isNonAnswer } from './draft-answers.ts'

/** An answer that does not fit anymore, because its question was changed, moved or removed. */
export interface ReplacedAnswer {
  field: WorkformField
  answer: DraftAnswer
}

/** Returns whether a changed question still shows an answer, perhaps with a problem that the client can repair. */
function fits(before: WorkformField, now: WorkformField, answer: DraftAnswer): boolean {
  if (isNonAnswer(answer)) return acceptsNonAnswer(now)
  if (before.type === now.type && !now.options) return true
  return takesFiles(before) === takesFiles(now) && answerProblem(now, answer) === undefined
}

/** Returns the answers that the questions of a section do not show anymore. */
export const replacedAnswers = (
  before: readonly WorkformField[],
  now: readonly WorkformField[],
  answers: DraftAnswers,
): ReplacedAnswer[] =>
  before.flatMap((field) => {
    const answer = answers[field.id] ?? null
    const after = now.find(({ id }) => id === field.id)
    return isGiven(answer) && !(after && fits(field, after, answer)) ? [{ field, answer }] : []
  })
