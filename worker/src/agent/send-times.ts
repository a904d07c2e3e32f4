import { instantAt, localTime } from '../time/time-zone.ts'

// Messages are sent between these minutes of the client's day.
const FROM = 9 * 60
const UNTIL = 18 * 60
/** Clients of a time zone are spread over this many minutes. */
const SPREAD = 45

/** Returns when the follow-up of a day is sent: in the client's morning, at a minute derived from the client id. */
export function sendAt(day: string, clientId: string, timeZone: string): Date {
  return instantAt(timeZone, day, FROM + (Number.parseInt(clientId.slice(-4), 16) % SPREAD))
}

/** Returns whether to send the follow-up of a day now. A message that was missed all day is not sent at night. */
export function isDue(day: string, clientId: string, timeZone: string, now: Date): boolean {
  const local = localTime(timeZone, now)
  return local.day === day && now >= sendAt(day, clientId, timeZone) && local.minutes < UNTIL
}

/** Returns the first day on which a message can be sent. */
export function firstDay(timeZone: string, now: Date, next: (day: string) => string): string {
  const local = localTime(timeZone, now)
  return local.minutes < UNTIL ? local.day : next(local.day)
}
