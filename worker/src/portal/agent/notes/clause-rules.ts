import { consistsOf, has, QUIET, type Reader, type Reading } from './clause-words.ts'
import type { Clause } from './clauses.ts'
import { readContact } from './contact-rules.ts'
import type { RuleContext } from './draft.ts'
import { readOwn, readSilence } from './silence-rules.ts'
import { away } from './time-meaning.ts'
import { readNegatedTone, readTimedTone, readTone } from './tone-rules.ts'

/** What a clause means, by the roles of its words. */

/** "in Japan until Friday", "surgery on Monday", "back on the 5th", "lost his father" */
const readAbsence: Reader = (clause, at) => {
  if (!has(clause, 'AWAY', 'CARE', 'BACK') && !(has(clause, 'WORK', 'BUSY') && clause.modifiers.length > 0)) return null
  if (has(clause, 'PERSON') && !has(clause, 'CARE')) return false
  if (
    has(
      clause,
      'NOT',
      'NO',
      'COND',
      'WHEN',
      'EXCEPT',
      'I',
      'BAD',
      'CC',
      // "On leave since May" has no end.
      'SINCE',
      'CONTACT',
      'SEND',
      'ASK',
      'EVERY',
      'COUNT',
      'NUMBER',
      'UNIT',
      'HATES',
    )
  )
    return false
  return away(clause, at)
}

const SIGNALS = [
  'UNIT',
  'HATES',
  'MAX',
  'CONTACT',
  'NAG',
  'SEND',
  'NOUN',
  'CHANNEL',
  'ASK',
  ...QUIET,
  'GENTLE',
  'FIRM',
  'PUSHY',
  'COND',
  'WHEN',
  'EXCEPT',
  'NOT',
  'NO',
  'BAD',
  'SKIP',
  'ONLY',
  'ENOUGH',
  'UNTIL',
  'BEFORE',
  'AFTER',
  'LEAVE',
  'AWAY',
  'CARE',
  'BACK',
  'EVERY',
  'COUNT',
  'OFTEN',
  'RARELY',
  'CC',
  'LANGUAGE',
  'FIRST',
  'LEAD',
  'STILL',
  'REST',
  'NEED',
] as const

/** "S-corp since 2019": facts that ask for nothing. */
const readFact: Reader = (clause) => {
  const isRhythmOfBusiness =
    has(clause, 'FACT') &&
    has(clause, 'EVERY') &&
    consistsOf(clause, 'FACT', 'EVERY', 'OTHER', 'NAME', 'DOC', 'I', 'HAVE')
  if (isRhythmOfBusiness) return true
  if (has(clause, ...SIGNALS)) return false
  const isTimed = clause.modifiers.length > 0
  if (isTimed && clause.modifiers.some((m) => m.prep === 'UNTIL' || m.prep === 'BEFORE' || m.prep === 'AFTER'))
    return false
  // "Ack in the office Monday" is a misspelled "back"; "moved in March" is over.
  const isPast = clause.words.some((w) => /ed$|^(?:met|got|born|since)$/i.test(w.text))
  if (isTimed && has(clause, 'OTHER') && !isPast) return false
  if (has(clause, 'NUMBER') && !has(clause, 'FACT', 'DOC')) return false
  if (has(clause, 'FACT', 'OVERDUE', 'BUSY') || (has(clause, 'DOC') && has(clause, 'NUMBER'))) return true
  return isTimed ? false : null
}

/** "careful with this one": only the bookkeeper knows what to do. */
const readVague: Reader = (clause) => (has(clause, 'VAGUE') && !has(clause, 'GENTLE') ? false : null)

/** The first reader that knows a clause counts. */
const READERS: readonly Reader[] = [
  readVague,
  readOwn,
  readNegatedTone,
  readSilence,
  readTimedTone,
  readContact,
  readTone,
  readAbsence,
  readFact,
]

/** Reads a clause with the first reader that knows it. */
export function readClause(clause: Clause, at: RuleContext): Reading {
  const isUncertain = clause.modifiers.some((m) => m.isUncertain)
  for (const read of READERS) {
    const reading = read(clause, at)
    if (isUncertain && reading !== null && read !== readOwn) return false
    if (reading !== null) return reading
  }
  return null
}
