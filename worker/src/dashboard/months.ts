import { offset } from '../zoned.ts'

/** The instant at which a calendar day (year, month from 0, day) begins in a zone. */
function startOfDay(timeZone: string, year: number, month: number, day: number): Date {
  const local = Date.UTC(year, month, day)
  // Twice, since the clocks may be changed between the guess and the day itself.
  const guess = local - offset(timeZone, local)
  const start = local - offset(timeZone, guess)
  // Where clocks go forward at midnight the day begins at one o'clock: the first guess may lie before it.
  return new Date(start + offset(timeZone, start) < local ? guess : start)
}

/** The instants, ISO 8601, at which this month and the month before began in an IANA time zone. */
export function monthsOf(timeZone: string, now: Date): { start: string; previous: string } {
  const local = new Date(now.getTime() + offset(timeZone, now.getTime()))
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()]
  return {
    start: startOfDay(timeZone, year, month, 1).toISOString(),
    previous: startOfDay(timeZone, year, month - 1, 1).toISOString(),
  }
}

/** The instant, ISO 8601, at which a calendar day (yyyy-mm-dd), or the one so many days after it, begins in an IANA time zone. */
export function dayStart(timeZone: string, day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return startOfDay(timeZone, year, month - 1, date + later).toISOString()
}
