import { CONTACTS, consistsOf, countOf, has, isNegative, QUIET, type Reader } from './clause-words.ts'
import type { Clause } from './clauses.ts'
import type { Draft } from './draft.ts'
import { silence } from './time-meaning.ts'
import type { Tag } from './tokens.ts'

/** Clauses about when nothing is sent. */

/** "I am away", "I'll handle this myself", "wait until I have talked to him" */
export const readOwn: Reader = (clause, at) => {
  const { draft, date } = at
  if (!has(clause, 'I')) return null
  const forbids = isNegative(clause) && has(clause, ...CONTACTS, 'PAUSE', 'LEAVE', 'NOTHING')
  if (forbids && has(clause, 'UNTIL', 'BEFORE', 'COND', 'WHEN', 'FOR')) {
    const day = clause.modifiers.find((m) => m.value.tag === 'DATE')?.value
    draft.holds.push({ ask_on: day?.tag === 'DATE' ? date(day).from : null })
    return true
  }
  const isMine =
    has(clause, 'HANDLE') ||
    (has(clause, ...CONTACTS) && clause.words.some((w) => /myself|ourselves|personally/i.test(w.text)))
  if (isMine && consistsOf(clause, 'I', 'HANDLE', ...CONTACTS)) {
    // "Then I take it from there" needs to say when.
    if (has(clause, 'THEN') && clause.modifiers.length === 0) return draft.max !== null
    if (clause.modifiers.length === 0) draft.never = true
    return clause.modifiers.every((m) => silence(m, at))
  }
  // The bookkeeper's own absence does not matter.
  return has(clause, 'AWAY', 'BUSY', 'BACK') && consistsOf(clause, 'I', 'AWAY', 'BACK', 'HAVE', 'OTHER', 'NAME', 'FACT')
    ? true
    : null
}

const SILENT = [
  'NOT',
  'NO',
  'EXCEPT',
  'BAD',
  'SKIP',
  ...QUIET,
  ...CONTACTS,
  'SPACE',
  'AWAY',
  'WORK',
  'GOOD',
  'NAME',
  'NEED',
  'ABOUT',
  'THEN',
] as const

/** "no reminders until Friday", "leave her alone", "mornings don't work" */
export const readSilence: Reader = (clause, at) => {
  if (!isNegative(clause) || has(clause, 'MAX')) return null
  const { draft } = at
  const negations = countOf(clause, 'NOT', 'NO', 'NOTHING', 'BAD')
  if (has(clause, 'PAUSE', 'STOP') && negations > 0) return false
  if (negations > 1 && !(negations === 2 && has(clause, 'OR'))) return false
  const { modifiers } = clause
  const waits = modifiers.some((m) => m.prep === 'UNTIL' || m.value.tag === 'DURATION')
  // "Give her until Friday before any reminders"
  const extra: Tag[] = waits && has(clause, 'GIVE', 'PAUSE', 'LEAVE') && has(clause, ...CONTACTS) ? ['BEFORE'] : []
  // "On vacation" can be misspelled.
  if (has(clause, 'NO', 'NOT') && has(clause, 'AWAY') && !has(clause, ...CONTACTS)) return false
  if (!consistsOf(clause, ...SILENT, ...extra)) return false
  if (modifiers.length > 0) {
    if (has(clause, 'NAME') && !has(clause, ...CONTACTS, 'LEAVE', 'GIVE')) return false
    return modifiers.every((m) => silence(m, at, clause))
  }
  if (has(clause, 'THEN', 'THAT_TIME')) draft.notWeekdays.push(...draft.eventWeekdays.splice(0))
  const known = [draft.quiet, draft.absences, draft.notWeekdays]
  const isKnownTime = has(clause, 'THEN', 'THAT_TIME') && known.some((times) => times.length > 0)
  if (isKnownTime && consistsOf(clause, 'NOT', 'NO', 'NOTHING', 'SKIP', 'STOP', 'PAUSE', ...CONTACTS)) {
    draft.quiet.push(...draft.absences.splice(0))
    return true
  }
  if (has(clause, 'NAME', 'GOOD', 'BAD', 'SKIP', 'ABOUT', 'WORK', 'THAT_TIME', 'THEN')) return false
  // "Hiking Dec 3 to 6, leave her alone"
  if (clause.link !== null && draft.absences.length > 0 && has(clause, 'STOP') && isLeft(clause)) {
    draft.quiet.push(...draft.absences.splice(0))
    return true
  }
  return readUntimed(clause, draft)
}

const isLeft = ({ words }: Clause): boolean => words.some((w) => /^(?:leave|let)\b/i.test(w.text))

/** Reads a negative clause without a time. */
function readUntimed(clause: Clause, draft: Draft): boolean {
  if (has(clause, 'NOT') && has(clause, 'NAG')) draft.rarely = true
  else if (has(clause, 'PAUSE')) draft.holds.push({ ask_on: null })
  else if (has(clause, 'GIVE', 'SPACE')) return false
  else if (has(clause, 'LEAVE')) return false
  else if (has(clause, 'CARE', 'AWAY', 'START')) return false
  else if (has(clause, 'CHANNEL') && !has(clause, 'CONTACT', 'NOUN')) return false
  else if (has(clause, 'STOP') || has(clause, 'CONTACT', 'SEND', 'NOUN', 'NAG')) draft.never = true
  else return false
  return true
}
