import { instantAt, localTime } from '../time/time-zone.ts'

/** From and until when messages are sent, in minutes of the client's day. */
const FROM = 9 * 60
const UNTIL = 18 * 60
/** Minutes over which the clients of a zone are spread. */
const SPREAD = 45

/** When the follow-up of a day is sent: in the morning of the client's time zone, each client at a minute of their own. */
export function sendAt(day: string, clientId: string, timeZone: string): Date {
  return instantAt(timeZone, day, FROM + (Number.parseInt(clientId.slice(-4), 16) % SPREAD))
}

/** Whether the follow-up of a day is to be sent now. What was missed all day long is not sent at night. */
export function isDue(day: string, clientId: string, timeZone: string, now: Date): boolean {
  const local = localTime(timeZone, now)
  return local.day === day && now >= sendAt(day, clientId, timeZone) && local.minutes < UNTIL
}

/** The first day that a message could still be sent on. */
export function firstDay(timeZone: string, now: Date, next: (day: string) => string): string {
  const local = localTime(timeZone, now)
  return local.minutes < UNTIL ? local.day : next(local.day)
}
