import { addDays, daysBetween } from '@portal/contract/dates'
import { DEFAULT_REMINDER_HOURS, REMINDER_HOURS } from '@portal/contract/limits'
import type { Preferences } from '@portal/contract/preferences'

/** Says independently of the planner whether preferences forbid a reminder, for property tests. */

/** A reminder, with the days of the earlier ones about the same assignment. */
export interface SentReminder {
  day: string
  at: Date
  timeZone: string
  number: number
  earlier: readonly string[]
}

/** Returns the date, weekday and time of an instant on a clock in a time zone. */
function clockAt(at: Date, timeZone: string): { date: string; weekday: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.find((p) => p.type === type)?.value ?? ''
  return {
    date: `${get('year')}-${get('month')}-${get('day')}`,
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(get('weekday')),
    time: `${get('hour')}:${get('minute')}`,
  }
}

/** Returns why preferences forbid a reminder, or null. */
export function forbids(p: Preferences, { day, at, timeZone, number, earlier }: SentReminder): string | null {
  const { date, weekday, time } = clockAt(at, timeZone)
  if (date !== day) return 'another day'
  if (p.never) return 'never'
  if (p.hold) return 'hold'
  if (p.not_before && date < p.not_before) return 'not before'
  if (p.quiet.some((q) => allDays(q.from, q.until).includes(date))) return 'quiet'
  if (p.only_on && !p.only_on.includes(date)) return 'only on'
  if (p.max !== null && number > p.max) return 'max'
  const times = p.times.length > 0 ? p.times : [{ weekdays: [1, 2, 3, 4, 5], ...DEFAULT_REMINDER_HOURS }]
  if (!times.some((t) => t.weekdays.includes(weekday) && t.from <= time && time < t.until)) return 'times'
  if (time < REMINDER_HOURS.from || time >= REMINDER_HOURS.until) return 'night'
  if (p.every !== null && earlier.some((d) => daysBetween(d, date) < (p.every ?? 0))) return 'every'
  return null
}

/** Returns all days of a period. */
export const allDays = (from: string, until: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, until) + 1) }, (_, i) => addDays(from, i))
