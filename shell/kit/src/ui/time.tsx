import { MONTHS } from '@portal/contract/dates'

/**
 * Formats times in American English and the reader's time zone. Avoids `Intl`: loading its locale data takes a phone
 * longer than rendering the page.
 */

const HOUR_MS = 3_600_000
const WEEKDAYS: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const short = (name: string | undefined): string => (name ?? '').slice(0, 3)
const monthAndDay = (at: Date): string => `${short(MONTHS[at.getMonth()])} ${at.getDate()}`
const clock = (at: Date): string =>
  `${at.getHours() % 12 || 12}:${String(at.getMinutes()).padStart(2, '0')} ${at.getHours() < 12 ? 'AM' : 'PM'}`

/**
 * Formats when a thread was last active (ISO 8601): the time of day under 24 hours ago, the weekday under 168 hours,
 * else the short date.
 */
export function threadTime(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const hours = (now - date.getTime()) / HOUR_MS
  if (hours < 24) return clock(date)
  return hours < 168 ? short(WEEKDAYS[date.getDay()]) : monthAndDay(date)
}

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
/** Returns the number of midnights between two instants. */
const daysBetween = (from: Date, to: Date): number => Math.round((midnight(to) - midnight(from)) / (24 * HOUR_MS))

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** Returns 'just now', '5 minutes ago' or 'yesterday'; the date after a week. */
export function timeAgo(at: string, now: number = Date.now()): string {
  // Rounds halves down.
  const whole = (count: number): number => Math.ceil(count - 0.5)
  const seconds = whole((now - Date.parse(at)) / 1000)
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return ago(whole(seconds / 60), 'minute')
  if (seconds < 86_400) return ago(whole(seconds / 3600), 'hour')
  if (seconds >= 7 * 86_400) return mediumDate(at)
  const days = whole(seconds / 86_400)
  return days === 1 ? 'yesterday' : ago(days, 'day')
}

/** Returns 'today', 'yesterday' or '5 days ago'; the date after a week, without the current year. */
export function dayAgo(at: string, now: number = Date.now()): string {
  const [date, today] = [new Date(at), new Date(now)]
  const days = daysBetween(date, today)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 7) return ago(days, 'day')
  return date.getFullYear() === today.getFullYear() ? monthAndDay(date) : mediumDate(at)
}

/** Returns 'Mar 5, 2026' for an instant, in the reader's time zone. */
export function mediumDate(at: string): string {
  const date = new Date(at)
  return `${monthAndDay(date)}, ${date.getFullYear()}`
}

/** Returns 'Mar 5, 2026, 3:20 PM'. */
export function dateAndTime(at: string): string {
  return `${mediumDate(at)}, ${clock(new Date(at))}`
}

/** Returns '3:20 PM'. */
export function timeOfDay(at: string): string {
  return clock(new Date(at))
}

/** Returns the day of a message: 'Today', 'Yesterday' or 'Thursday, March 5'. */
export function dayLabel(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const days = daysBetween(date, new Date(now))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : `, ${date.getFullYear()}`
  return `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}${year}`
}

/** Returns 'March 5, 2026' for a calendar date yyyy-mm-dd, independent of time zones. */
export function longDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}

/** Returns 'Fri, Nov 27' for a calendar date yyyy-mm-dd, independent of time zones. */
export function weekdayAndDate(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return `${short(WEEKDAYS[at.getUTCDay()])}, ${short(MONTHS[at.getUTCMonth()])} ${at.getUTCDate()}`
}
