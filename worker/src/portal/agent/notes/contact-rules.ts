import { CONTACTS, consistsOf, countOf, has, type Reader, TONES } from './clause-words.ts'
import type { Clause } from './clauses.ts'
import type { Draft } from './draft.ts'
import { allow } from './time-meaning.ts'
import { readTone } from './tone-rules.ts'

/** Clauses about how often, how many, and when something is sent. */

/** Whether the clause is about the client's business, such as "started the LLC". */
const isBusiness = (clause: Clause): boolean =>
  has(clause, 'FACT') && !has(clause, 'CONTACT', 'NAG', 'SEND', 'NOUN', 'CHANNEL', 'ASK', ...TONES)

/** Returns whether reminders depend on a condition, such as "only once it's overdue" or "only chase receipts". */
function isConditional(clause: Clause): boolean {
  const isWhen = has(clause, 'COND', 'WHEN', 'OVERDUE')
  if (has(clause, 'GENTLE', 'FIRM', 'PUSHY')) return isWhen && has(clause, 'ONLY')
  const isLimited = clause.modifiers.length > 0 || has(clause, 'COUNT', 'EVERY', 'RARELY', 'MAX')
  return isWhen || (has(clause, 'ONLY') && !isLimited)
}

/** Returns a clause without the name in "two reminders for Sal". */
const withoutRecipient = (clause: Clause): Clause => ({
  ...clause,
  words: clause.words.filter((w, i, { [i - 1]: last }) => w.tag !== 'NAME' || last?.tag !== 'FOR'),
})

const POSITIVE = [
  ...CONTACTS,
  'ONLY',
  'MAX',
  'ENOUGH',
  'GOOD',
  'EVERY',
  'COUNT',
  'OFTEN',
  'RARELY',
  'NOT',
  'NO',
  'NEED',
  'ABOUT',
  'AFTER',
  'FROM',
  'BY',
] as const

/** "remind him twice a week", "mornings only", "at most three emails", "weekly" */
export const readContact: Reader = (clause, at) => {
  const { draft } = at
  const isWeekly = clause.modifiers.some((m) => m.value.tag === 'WEEKDAYS' && /^(?:every|each) /i.test(m.text))
  const isRhythm = (isWeekly && consistsOf(clause, ...POSITIVE)) || has(clause, 'EVERY', 'COUNT', 'OFTEN', 'RARELY')
  const isThen = has(clause, 'THEN') && clause.modifiers.every((m) => /^(?:WEEKDAYS|CLOCK|HOURS)$/.test(m.value.tag))
  const isTimed = clause.modifiers.length > 0 && (isThen || has(clause, 'ONLY', 'GOOD', ...CONTACTS))
  const isStart =
    consistsOf(clause, ...POSITIVE, ...TONES) &&
    clause.modifiers.length > 0 &&
    clause.modifiers.every((m) => m.prep === 'FROM' || (m.prep === 'AFTER' && m.value.tag === 'DATE'))
  if (!isRhythm && !isTimed && !isStart && !has(clause, ...CONTACTS)) return null
  const isTone = has(clause, ...TONES)
  // "On reminders" is a misspelled "no reminders".
  const [first, second] = clause.words
  if (first?.tag === 'ON' && second && /^(?:NOUN|CONTACT)$/.test(second.tag)) return false
  const isNounLast = clause.words.length > 0 && clause.words.every((w) => w.tag === 'NOUN' || /^\w+s$/.test(w.text))
  if (isNounLast && clause.modifiers.some((m) => m.value.tag === 'WEEKDAYS' && m.at < (clause.words[0]?.at ?? 0)))
    return false
  if (isBusiness(clause)) return null
  if (isConditional(clause)) return false
  if (!consistsOf(withoutRecipient(clause), ...POSITIVE, ...TONES)) return false
  if (has(clause, 'NOT', 'NO') && !(has(clause, 'MAX') && has(clause, 'COUNT', 'EVERY'))) return false
  if (has(clause, 'CHANNEL', 'AFTER', 'FROM', 'BY')) return false
  const isDated =
    clause.modifiers.length > 0 && clause.modifiers.every((m) => m.prep === 'ON' && m.value.tag === 'DATE')
  const isLimit = has(clause, 'COUNT', 'EVERY', 'RARELY') || (isDated && !has(clause, 'MAX'))
  if (has(clause, 'MAX', 'ENOUGH') && !isLimit) return false
  if (has(clause, 'RARELY') && has(clause, 'OFTEN')) return false
  countReminders(clause, draft)
  if (has(clause, 'RARELY')) draft.rarely = true
  if (has(clause, 'OFTEN')) draft.often = true
  if (isTone && readTone({ ...clause, modifiers: [] }, at) === false) return false
  if (has(clause, 'GOOD') && has(clause, 'NOUN', 'CONTACT') && clause.modifiers.length === 0) draft.welcome = true
  if (has(clause, 'COUNT') && countOf(clause, 'COUNT') > 1) return false
  return allow(clause.modifiers, at, clause)
}

/** Reads the numbers and intervals of a clause. */
function countReminders(clause: Clause, draft: Draft): void {
  for (const { value } of clause.words) {
    // Of two intervals, the longer one sends less.
    if (value?.tag === 'EVERY') {
      if (draft.every !== null && draft.every !== value.days) draft.doubts.push('interval')
      draft.every = Math.max(draft.every ?? 0, value.days)
    }
    if (value?.tag !== 'COUNT' || value.n < 1 || value.n > 50) continue
    if (clause.modifiers.some((m) => m.prep === 'ON' && m.value.tag === 'DATE')) draft.dated += value.n
    else draft.max = Math.min(draft.max ?? value.n, value.n)
  }
}
