/** Texts of flagged answers, without the schemas: pages that show them must not load zod. */

import { knownText } from './known.ts'

/** Why an answer has to be fixed. `other` needs a note. */
export const FLAG_REASONS = ['unreadable', 'wrong_period', 'incomplete', 'wrong_document', 'other'] as const
export type FlagReason = (typeof FLAG_REASONS)[number]

/** The words that both sides read. For `other` they are those of the note. */
export const FLAG_TEXTS: Readonly<Record<Exclude<FlagReason, 'other'>, string>> = {
  unreadable: 'Unreadable',
  wrong_period: 'Wrong period',
  incomplete: 'Incomplete',
  wrong_document: 'Wrong document',
}

/** What is wrong with an answer. */
interface Flag {
  reason: FlagReason
  note: string | null
}

/** Returns what is wrong with an answer, such as "Wrong period: we need 2025". */
export function flagText({ reason, note }: Flag): string {
  if (reason === 'other') return note ?? ''
  const text = knownText(FLAG_TEXTS, reason)
  return note ? `${text}: ${note}` : text
}

interface FlaggedQuestion {
  question: string
  flag: Flag
}

const quoted = ({ question, flag }: FlaggedQuestion): string => `"${question}": ${flagText(flag)}`

/** Returns '2 answers need to be fixed', the start of a sentence. */
export const countToFix = (answers: number): string =>
  answers === 1 ? '1 answer needs to be fixed' : `${answers} answers need to be fixed`

/** Returns the reason of a rejection that sends single answers back. It names each question and what is wrong. */
export const summaryOfFlags = (flagged: readonly FlaggedQuestion[]): string =>
  [`${countToFix(flagged.length)}.`, ...flagged.map(quoted)].join('\n')
