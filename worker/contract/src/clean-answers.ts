import { canonicalEmail } from './canonical-email.ts'
import type { Answer, Answers, FieldType, WorkformField } from './fields.ts'
import { known } from './known.ts'
import { cleanLine, cleanText } from './text.ts'

const asTyped = (text: string): string => text

/** How typed answers are normalized. Those that stay as typed have a format of their own, see `answerProblem`. */
const CLEAN: Readonly<Record<FieldType, (text: string) => string>> = {
  'short-text': cleanLine,
  'long-text': cleanText,
  email: canonicalEmail,
  number: asTyped,
  date: asTyped,
  dropdown: asTyped,
  checkbox: asTyped,
  file: asTyped,
  'download-reupload': asTyped,
}

const cleanAnswer = (type: FieldType, answer: Answer): Answer =>
  typeof answer === 'string' ? (known(CLEAN, type)?.(answer) ?? answer) : answer

/** Returns answers as they are stored when the section is submitted. Drafts keep what is typed. */
export const cleanAnswers = (fields: readonly WorkformField[], answers: Answers): Answers =>
  Object.fromEntries(
    fields.flatMap(({ id, type }) => {
      const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
      return answer === undefined ? [] : [[id, cleanAnswer(type, answer)] as const]
    }),
  )
