import { MARK, type MarkedText } from './marks.ts'

/** Statements whose dates cannot be read one by one. */

const CHANGES = new RegExp(
  '\\b(?:chang(?:ed?|ing)|moved?|extend(?:ed)?|postponed|pushed|rescheduled|make (?:it|that)|rather|now|instead)\\b',
  'i',
)
const END = /\b(?:until|till?|'til|through|thru|before|to)\b/i
const DATE_OR_DATE = new RegExp(`${MARK}.{0,12}\\b(?:or|/) (?:the )?${MARK}`, 'u')

/**
 * Returns whether only a person can tell which dates are meant: those of "away till the 19th, now the 26th", of "until
 * the 19th or 20th", and of "between the audit and Dec 4".
 */
export function hasUnclearDates(statement: string, marked: MarkedText): boolean {
  const marks = statement.match(new RegExp(MARK, 'g')) ?? []
  const dates = marks.filter((mark) => marked.valueOf(mark)?.tag === 'DATE').length
  if (dates > 0 && /\bbetween\b/i.test(statement)) return true
  return dates > 1 && END.test(statement) && (CHANGES.test(statement) || DATE_OR_DATE.test(statement))
}
