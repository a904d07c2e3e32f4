import { utcOffsetMs } from './time-zone.ts'

/** Returns the instant at which a calendar day (month from 0) begins in a time zone. */
function midnight(timeZone: string, year: number, month: number, day: number): Date {
  const local = Date.UTC(year, month, day)
  // Twice, because the offset may change between the guess and the day itself.
  const guess = local - utcOffsetMs(timeZone, local)
  const start = local - utcOffsetMs(timeZone, guess)
  // Where clocks skip midnight, the day begins at one o'clock and the corrected time may fall on the day before.
  return new Date(start + utcOffsetMs(timeZone, start) < local ? guess : start)
}

/** Returns when this month and the previous one began in an IANA time zone, in ISO 8601. */
export function monthStarts(timeZone: string, now: Date): { start: string; previous: string } {
  const local = new Date(now.getTime() + utcOffsetMs(timeZone, now.getTime()))
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()]
  return {
    start: midnight(timeZone, year, month, 1).toISOString(),
    previous: midnight(timeZone, year, month - 1, 1).toISOString(),
  }
}

/** Returns when a day (yyyy-mm-dd), or a day that much later, begins in an IANA time zone, in ISO 8601. */
export function dayStart(timeZone: string, day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return midnight(timeZone, year, month - 1, date + daysLater).toISOString()
}
