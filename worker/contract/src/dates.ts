/** Calendar dates are texts yyyy-mm-dd and are never shifted by a time zone. */

/** Today's date (yyyy-mm-dd) in an IANA time zone; UTC where the zone is unknown. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
  } catch {
    return now.toISOString().slice(0, 10)
  }
}

/** Today's date (yyyy-mm-dd) where this runs. Without Intl, which a page would wait for. */
export function todayHere(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether a text names a time zone that this runtime knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** Whole days from `from` to `to`, both yyyy-mm-dd; negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const atNoon = (date: string): Date => new Date(`${date}T12:00:00Z`)

/** By number, from 0. Written out: what a browser knows of a locale it reads for 30 ms with the first date, on a phone for 130. */
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

/** 'Mar 5': the bookkeeper's form of a due date. */
export function shortDate(date: string): string {
  const at = atNoon(date)
  return `${MONTHS[at.getUTCMonth()]?.slice(0, 3)} ${at.getUTCDate()}`
}

/** '3/5/2026' in the reader's locale: the client's form of a due date. */
export function localeDate(date: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(atNoon(date))
}

/** 'in 3 days', 'tomorrow', '2 days late'. */
export function relativeDue(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days > 1) return `in ${days} days`
  return days === -1 ? '1 day late' : `${-days} days late`
}
