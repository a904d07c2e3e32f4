import { DEFAULT_REMINDER_HOURS, REMINDER_HOURS } from '@portal/contract/limits'
import type { ReminderTimes } from '@portal/contract/preferences'
import type { Draft } from './draft.ts'

/** Turns weekdays and hours that a note allows or forbids into the times of its preferences. */

/** Removes hours from times on some weekdays. */
export const withoutHours = (times: readonly ReminderTimes[], closed: ReminderTimes): ReminderTimes[] =>
  times.flatMap(({ weekdays, from, until }) => {
    if (closed.until <= from || until <= closed.from) return [{ weekdays, from, until }]
    const affected = weekdays.filter((day) => closed.weekdays.includes(day))
    const others = weekdays.filter((day) => !closed.weekdays.includes(day))
    return [
      { weekdays: others, from, until },
      { weekdays: affected, from, until: closed.from },
      { weekdays: affected, from: closed.until, until },
    ].filter((t) => t.weekdays.length > 0 && t.from < t.until)
  })

/** Returns the times that the rules have collected; null when none are left. */
export function timesOf(draft: Draft): ReminderTimes[] | null {
  const { times, onlyWeekdays, notWeekdays, notHours, from, until } = draft
  const isRestricted =
    onlyWeekdays !== null || notWeekdays.some((d) => d > 0 && d < 6) || from !== null || until !== null
  if (!isRestricted && notHours.length === 0) return times
  // Evening hours go beyond the default end, and mornings never start before the default.
  const first = from ?? DEFAULT_REMINDER_HOURS.from
  const start = from === null && until !== null && until <= first ? REMINDER_HOURS.from : first
  const end = until ?? (start >= '17:00' ? REMINDER_HOURS.until : DEFAULT_REMINDER_HOURS.until)
  const weekdays = (onlyWeekdays ?? [1, 2, 3, 4, 5]).filter((d) => !notWeekdays.includes(d)).toSorted((a, b) => a - b)
  const window = {
    weekdays,
    from: start < REMINDER_HOURS.from ? REMINDER_HOURS.from : start,
    until: end > REMINDER_HOURS.until ? REMINDER_HOURS.until : end,
  }
  if (weekdays.length === 0 || window.from >= window.until || times.length > 0) return null
  const open = notHours.reduce<ReminderTimes[]>(withoutHours, [window])
  return open.length > 0 ? open : null
}
