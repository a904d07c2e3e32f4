/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
export function utcOffsetMs(timeZone: string, at: number): number {
  const fields = formatOf(timeZone).formatToParts(at)
  const get = (type: Intl.DateTimeFormatPartTypes): number => Number(fields.find((f) => f.type === type)?.value ?? 0)
  return (
    Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) -
    Math.floor(at / 1000) * 1000
  )
}

// Creating a format costs more than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the calendar day (yyyy-mm-dd) and the minute of the day in a time zone. */
export function localTime(timeZone: string, now: Date): { day: string; minutes: number } {
  const local = new Date(now.getTime() + utcOffsetMs(timeZone, now.getTime()))
  return { day: local.toISOString().slice(0, 10), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() }
}

/** Returns the instant of a local time on a day (yyyy-mm-dd). A time that the clocks skip moves forward. */
export function instantAt(timeZone: string, day: string, minutes: number): Date {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  // Twice, because the offset may change between the guess and the time itself.
  const guess = local - utcOffsetMs(timeZone, local)
  return new Date(local - utcOffsetMs(timeZone, guess))
}
