/** Texts of non-answers, without the schemas: pages that show them must not load zod. */

import { knownText } from './known.ts'

/** What a client can say in place of an answer. */
export const NON_ANSWERS = ['dont_have', 'not_applicable', 'dont_understand', 'someone_else'] as const
export type NonAnswerReason = (typeof NON_ANSWERS)[number]

/** The words that both sides read. */
export const NON_ANSWER_TEXTS: Readonly<Record<NonAnswerReason, string>> = {
  dont_have: "I don't have it",
  not_applicable: "Doesn't apply",
  dont_understand: "I don't understand",
  someone_else: 'Someone else has it',
}

/** Returns a non-answer with its note, such as "Someone else has it: ask my accountant". */
export function nonAnswerText({ reason, note }: { reason: NonAnswerReason; note: string }): string {
  const text = knownText(NON_ANSWER_TEXTS, reason)
  return note ? `${text}: ${note}` : text
}
