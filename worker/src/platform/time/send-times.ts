import { DEFAULT_REMINDER_HOURS } from '@portal/contract/limits'
import type { ReminderTimes } from '@portal/contract/preferences'
import { instantAt, localTime } from './time-zone.ts'

/** Clients of a time zone are spread over this many minutes. */
const SPREAD = 45
const WEEKDAYS: ReminderTimes = { weekdays: [1, 2, 3, 4, 5], ...DEFAULT_REMINDER_HOURS }

/** Minutes of a day, `until` excluded. */
export interface Window {
  from: number
  until: number
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns the windows of a day in which messages can be sent, earliest first. */
export function windowsOf(times: readonly ReminderTimes[], day: string): Window[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (times.length > 0 ? times : [WEEKDAYS])
    .filter((t) => t.weekdays.includes(weekday))
    .map((t) => ({ from: minutesOf(t.from), until: minutesOf(t.until) }))
    .toSorted((a, b) => a.from - b.from)
}

/** When the messages of a client can be sent. */
export interface SendTimes {
  times: readonly ReminderTimes[]
  clientId: string
  timeZone: string
}

/** Returns when the follow-up of a day is sent: at the start of the first window, plus minutes by the client's id. */
export function sendAt(day: string, { times, clientId, timeZone }: SendTimes): Date {
  const [window = { from: 9 * 60, until: 18 * 60 }] = windowsOf(times, day)
  const spread = Math.min(SPREAD, window.until - window.from)
  return instantAt(timeZone, day, window.from + (Number.parseInt(clientId.slice(-4), 16) % spread))
}

/** Returns whether to send the follow-up of a day now. A message that was missed all day is not sent at night. */
export function isDue(day: string, at: SendTimes, now: Date): boolean {
  const local = localTime(at.timeZone, now)
  return (
    local.day === day &&
    now >= sendAt(day, at) &&
    windowsOf(at.times, day).some((w) => w.from <= local.minutes && local.minutes < w.until)
  )
}

/** Returns the first day on which a message can be sent. */
export function firstDay({ times, timeZone }: Omit<SendTimes, 'clientId'>, now: Date, next: (day: string) => string) {
  const local = localTime(timeZone, now)
  const windows = windowsOf(times, local.day)
  // The last minutes of a day without windows do not matter, because nothing is sent on it.
  return windows.length === 0 || windows.some((w) => local.minutes < w.until) ? local.day : next(local.day)
}
