import { CONTACTS, consistsOf, has, type Reader, type Reading, TONES } from './clause-words.ts'
import type { Clause } from './clauses.ts'
import type { RuleContext } from './draft.ts'

/** Clauses about the tone. */

/** "be nice", "firm once it's overdue", "don't be pushy" */
export function readTone(clause: Clause, at: RuleContext): Reading {
  if (!has(clause, 'GENTLE', 'FIRM', 'PUSHY')) return null
  if (
    !consistsOf(
      clause,
      ...TONES,
      ...CONTACTS,
      'NOT',
      'NO',
      'NAME',
      'EVERY',
      'COUNT',
      'ONLY',
      'MAX',
      'ENOUGH',
      'GOOD',
      'RARELY',
      'OFTEN',
      'NEED',
      'AFTER',
      'BEFORE',
      'UNTIL',
      'FACT',
      'AWAY',
      'ABOUT',
      'CARE',
      'SUBMIT',
      'DONE',
      'HAVE',
    )
  )
    return false
  if (has(clause, 'COND', 'WHEN') && !has(clause, 'OVERDUE')) return false
  return setTone(clause, at)
}

/** Sets the tone before or after the due date, or both. */
function setTone(clause: Clause, { draft, due, date }: RuleContext): boolean {
  const isNegated = has(clause, 'NOT', 'NO')
  if (isNegated && !has(clause, 'PUSHY')) return false
  const isGentle = has(clause, 'GENTLE') || isNegated
  const isFirm = !isNegated && has(clause, 'FIRM', 'PUSHY')
  const tones = [...(isGentle ? (['gentle'] as const) : []), ...(isFirm ? (['firm'] as const) : [])]
  draft.tone.isStated = true
  if (has(clause, 'GOOD') && has(clause, 'NOUN', 'CONTACT')) draft.welcome = true
  const isDue = ({ value }: Clause['modifiers'][number]): boolean =>
    value.tag === 'DATE' && value.from === value.until && date(value).from === due
  const isBareAfter = has(clause, 'AFTER') && clause.modifiers.length === 0
  const overdue = isBareAfter || has(clause, 'OVERDUE') || clause.modifiers.some((m) => m.prep === 'AFTER' && isDue(m))
  const before =
    clause.modifiers.some((m) => (m.prep === 'BEFORE' || m.prep === 'UNTIL') && isDue(m)) ||
    (has(clause, 'BEFORE', 'UNTIL') && !has(clause, 'OVERDUE'))
  if (clause.modifiers.some((m) => !isDue(m))) return false
  if (overdue && !has(clause, 'BEFORE', 'UNTIL')) {
    draft.tone.overdue = isFirm ? 'firm' : 'gentle'
    return tones.length === 1
  }
  // "Gentle before the deadline, then firm"
  const isThen = has(clause, 'THEN') && draft.tone.before.size > 0 && draft.tone.after.size === 0
  for (const tone of tones) {
    if (isThen) {
      draft.tone.after.add(tone)
      continue
    }
    draft.tone.before.add(tone)
    if (!before && !has(clause, 'BEFORE', 'UNTIL')) draft.tone.after.add(tone)
  }
  return true
}

/** "don't be pushy", "no pressure" */
export const readNegatedTone: Reader = (clause, at) =>
  has(clause, 'PUSHY') &&
  consistsOf(clause, 'NOT', 'NO', 'PUSHY', 'NAME', 'NAG', 'FACT') &&
  clause.modifiers.length === 0
    ? readTone(clause, at)
    : null

/** A clause about the tone without any rhythm. */
export function readTimedTone(clause: Clause, at: RuleContext): Reading {
  return has(clause, 'EVERY', 'COUNT', 'OFTEN', 'RARELY', 'ONLY') ||
    clause.modifiers.some((m) => m.value.tag !== 'DATE')
    ? null
    : readTone(clause, at)
}
