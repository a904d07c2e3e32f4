/** Calendar dates are strings (yyyy-mm-dd) and are never shifted by a time zone. */

/**
 * The answer while a date field holds something else than a date, such as 12/31/yyyy or 02/31/2026. Browsers do not say
 * what was typed. Not empty, so that it is neither sent as an empty answer nor called missing.
 */
export const INCOMPLETE_DATE = 'incomplete date'
export const INVALID_DATE = 'Please enter a complete and valid date, like 31 December 2026.'

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** Returns whether a text is an existing calendar date (yyyy-mm-dd). */
export function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Returns today's date in an IANA time zone, or in UTC when the zone is unknown. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
  } catch {
    return now.toISOString().slice(0, 10)
  }
}

/** Returns today's date in the local time zone. Does not use Intl, which is slow to initialize. */
export function todayHere(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** Returns whether the runtime knows a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** Returns the number of days between two dates; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** Returns the date `days` days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the last day of the month of a date. */
export function endOfMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

const atNoon = (date: string): Date => new Date(`${date}T12:00:00Z`)

/** Month names. Not from Intl, which takes 30 ms to initialize, and 130 ms on a phone. */
export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Returns 'Mar 5', the due date format of bookkeeper screens. */
export function shortDate(date: string): string {
  const at = atNoon(date)
  return `${MONTHS[at.getUTCMonth()]?.slice(0, 3)} ${at.getUTCDate()}`
}

/** Returns whether a text is a calendar month, yyyy-mm. */
export const isMonth = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)

/** Returns 'March 2026' for a month yyyy-mm. */
export const monthAndYear = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** Returns '3/5/2026' in the reader's locale, the due date format of client screens. */
export function localeDate(date: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(atNoon(date))
}

/** Returns 'in 3 days', 'tomorrow' or '2 days late'. */
export function relativeDue(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days > 1) return `in ${days} days`
  return days === -1 ? '1 day late' : `${-days} days late`
}
