import { INCOMPLETE_DATE, isDate, localeDate } from '@portal/contract/dates'
import { type Answer, isAnswered } from '@portal/contract/fields'
import { readableNumber } from '@portal/contract/numbers'

const INCOMPLETE = 'Not a complete date'

/** Returns an answer as plain text; 'Not provided' without one. */
export function answerText(field: { type: string }, answer: Answer | undefined): string {
  if (!isAnswered(answer)) return 'Not provided'
  if (Array.isArray(answer)) return answer.map((a) => (typeof a === 'string' ? a : a.name)).join(', ')
  if (answer === true) return 'Yes'
  const text = String(answer)
  if (field.type === 'number') return readableNumber(text)
  if (field.type === 'date') return isDate(text) ? localeDate(text) : text === INCOMPLETE_DATE ? INCOMPLETE : text
  return text
}
