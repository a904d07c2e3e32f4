import * as z from 'zod'
import { anyText } from './common.ts'
import { NON_ANSWER_NOTE_MAX } from './limits.ts'
import { NON_ANSWERS } from './non-answer-texts.ts'

/** Schemas of what clients say in place of answers. */

export const NonAnswer = z.object({
  reason: z.enum(NON_ANSWERS),
  /** What the client added; empty if nothing. */
  note: anyText(NON_ANSWER_NOTE_MAX),
})
export type NonAnswer = z.infer<typeof NonAnswer>

/** Non-answers of a section by field id. A field with an answer has none. */
export const NonAnswers = z.record(z.string(), NonAnswer)
export type NonAnswers = z.infer<typeof NonAnswers>
