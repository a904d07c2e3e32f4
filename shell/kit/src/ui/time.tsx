import { MONTHS } from '@portal/contract/dates'

/**
 * Times in the specification's form, which is American English for everybody, in the reader's time zone. Written out here: a browser that writes its
 * first date by `Intl` reads for that what it knows of the locale, which takes a phone longer than to draw the page.
 */

const HOUR_MS = 3_600_000
const WEEKDAYS: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const short = (name: string | undefined): string => (name ?? '').slice(0, 3)
const monthAndDay = (at: Date): string => `${short(MONTHS[at.getMonth()])} ${at.getDate()}`
const clock = (at: Date): string =>
  `${at.getHours() % 12 || 12}:${String(at.getMinutes()).padStart(2, '0')} ${at.getHours() < 12 ? 'AM' : 'PM'}`

/**
 * When a thread was last active: time of day under 24 hours old, weekday under 168, else the short date (specification,
 * sections 2 and 9). `at` is ISO 8601, shown in the reader's time zone.
 */
export function threadTime(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const hours = (now - date.getTime()) / HOUR_MS
  if (hours < 24) return clock(date)
  return hours < 168 ? short(WEEKDAYS[date.getDay()]) : monthAndDay(date)
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** 'just now', '5 minutes ago', 'yesterday', and from a week on the date. */
export function timeAgo(at: string, now: number = Date.now()): string {
  // Half of one is not yet the next.
  const whole = (count: number): number => Math.ceil(count - 0.5)
  const seconds = whole((now - Date.parse(at)) / 1000)
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return ago(whole(seconds / 60), 'minute')
  if (seconds < 86_400) return ago(whole(seconds / 3600), 'hour')
  if (seconds >= 7 * 86_400) return mediumDate(at)
  const days = whole(seconds / 86_400)
  return days === 1 ? 'yesterday' : ago(days, 'day')
}

/** 'Mar 5, 2026' of an instant, in the reader's time zone. */
export function mediumDate(at: string): string {
  const date = new Date(at)
  return `${monthAndDay(date)}, ${date.getFullYear()}`
}

/** 'Mar 5, 2026, 3:20 PM'. */
export function dateAndTime(at: string): string {
  return `${mediumDate(at)}, ${clock(new Date(at))}`
}

/** '3:20 PM'. */
export function timeOfDay(at: string): string {
  return clock(new Date(at))
}

/** 'Today', 'Yesterday' or 'Thursday, March 5': the day a message belongs to. */
export function dayLabel(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const midnight = (d: Date): number => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime()
  const days = Math.round((midnight(new Date(now)) - midnight(date)) / (24 * HOUR_MS))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : `, ${date.getFullYear()}`
  return `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}${year}`
}

/** The sidebar form of a calendar date yyyy-mm-dd: 'March 5, 2026'. Never shifted by a time zone. */
export function longDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}
