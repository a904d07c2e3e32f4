import type { DraftAnswers } from './draft-answers.ts'
import { omit, pick, sameAnswer } from './differences.ts'

/** Answers without the fields that an edit moved to another section. */
export interface RemainingAnswers {
  base: DraftAnswers
  answers: DraftAnswers
  /** Unsaved answers of the moved fields, and what they are based on. */
  moved: { before: DraftAnswers; after: DraftAnswers } | undefined
}

/** Removes answers of fields that are no longer in the section. Returns undefined if there are none. */
export function removeMovedFields(
  fields: readonly string[],
  base: DraftAnswers,
  answers: DraftAnswers,
): RemainingAnswers | undefined {
  const gone = Object.keys(answers).filter((id) => !fields.includes(id))
  if (gone.length === 0) return undefined
  const unsaved = gone.filter((id) => !sameAnswer(answers[id], base[id]))
  return {
    base: omit(base, gone),
    answers: omit(answers, gone),
    moved: unsaved.length > 0 ? { before: pick(base, unsaved), after: pick(answers, unsaved) } : undefined,
  }
}
