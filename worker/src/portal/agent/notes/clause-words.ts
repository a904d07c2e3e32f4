import type { Clause } from './clauses.ts'
import type { RuleContext } from './draft.ts'
import type { Tag } from './tokens.ts'

/** Questions about the roles of the words in a clause. */

/** Whether a clause is understood wholly; null when it says nothing that the reader knows. */
export type Reading = boolean | null
export type Reader = (clause: Clause, at: RuleContext) => Reading

export const CONTACTS = ['CONTACT', 'NAG', 'SEND', 'NOUN', 'CHANNEL', 'ASK', 'START'] as const satisfies readonly Tag[]
export const QUIET = ['STOP', 'PAUSE', 'NOTHING', 'LEAVE', 'GIVE'] as const satisfies readonly Tag[]
export const TONES = ['GENTLE', 'FIRM', 'PUSHY', 'OVERDUE', 'COND', 'WHEN'] as const satisfies readonly Tag[]
/** Words that change nothing in any clause. */
const NEUTRAL: readonly Tag[] = ['ON', 'FOR', 'THEN', 'THAT_TIME']

export const has = ({ words }: Clause, ...tags: readonly Tag[]): boolean => words.some((w) => tags.includes(w.tag))
export const consistsOf = ({ words }: Clause, ...tags: readonly Tag[]): boolean =>
  words.every((w) => tags.includes(w.tag) || NEUTRAL.includes(w.tag))
export const countOf = ({ words }: Clause, ...tags: readonly Tag[]): number =>
  words.filter((w) => tags.includes(w.tag)).length

/** Returns whether the clause forbids something. */
export const isNegative = (clause: Clause): boolean =>
  has(clause, 'NOT', 'NO', 'BAD', 'EXCEPT', ...QUIET) ||
  (has(clause, 'SKIP') && (clause.modifiers.length > 0 || has(clause, 'THAT_TIME')))
