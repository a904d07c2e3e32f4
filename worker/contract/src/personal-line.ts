import { tooManyCharacters } from './limit-messages.ts'
import { PERSONAL_LINE_MAX } from './limits.ts'
import { cleanLine, composed } from './text.ts'

/**
 * The personal line of an invitation. Anyone can be invited, so it must not carry what phishing needs: a link, an
 * address or a number to call. Free of zod, so that screens can check it before they ask the API.
 */

const DATE = /\b\d{1,4}([-./])\d{1,2}\1\d{1,4}\b/g
/** Letters around a dot can be a domain, whatever its ending. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/iu
const LONG_NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd},:]{0,3}\p{Nd}){5,}/u

/** Returns a personal line as it is stored, with ordinary characters in place of look-alikes such as ｗｗｗ. */
export const toOneLine = (text: string): string => cleanLine(composed(text, 'NFKC').replace(/\p{Cf}/gu, ''))

/** Returns whether numbers are a date: day and month, before or after the year. 555-12-3456 is none. */
function isDate(text: string): boolean {
  const [first = '', second = '', third = ''] = text.split(/[-./]/)
  const isDayOrMonth = (part: string): boolean => Number(part) >= 1 && Number(part) <= 31
  const isYear = (part: string): boolean => /^(?:19|20)\d\d$/.test(part)
  const [others, year] = first.length === 4 ? [[second, third], first] : [[first, second], third]
  return others.every(isDayOrMonth) && (isYear(year) || (year === third && /^\d\d$/.test(year)))
}

/** Returns what is wrong with a personal line, or undefined. */
export function personalLineProblem(text: string): string | undefined {
  const line = toOneLine(text)
  if (line.length > PERSONAL_LINE_MAX) return tooManyCharacters(PERSONAL_LINE_MAX)
  if (WEB_ADDRESS.test(line)) return 'The personal line cannot contain a web address.'
  if (line.includes('@')) return 'The personal line cannot contain an email address.'
  return LONG_NUMBER.test(line.replace(DATE, (numbers) => (isDate(numbers) ? 'date' : numbers)))
    ? 'The personal line cannot contain a phone number.'
    : undefined
}
