import { localeDate } from '@portal/contract/dates'
import { type Answer, isAnswered, isDate } from '@portal/contract/fields'
import { localeNumber } from '@portal/contract/numbers'

/** Returns an answer as plain text; 'Not provided' without one. */
export function answerText(field: { type: string }, answer: Answer | undefined): string {
  if (!isAnswered(answer)) return 'Not provided'
  if (Array.isArray(answer)) return answer.map((a) => (typeof a === 'string' ? a : a.name)).join(', ')
  if (answer === true) return 'Yes'
  const text = String(answer)
  if (field.type === 'number') return localeNumber(text)
  return field.type === 'date' && isDate(text) ? localeDate(text) : text
}
