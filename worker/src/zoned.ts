/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offset(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const get = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((p) => p.type === type)?.value ?? 0)
  return (
    Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) -
    Math.floor(at / 1000) * 1000
  )
}

// Making a format costs more than using it a hundred times.
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

/** What calendar and clock of a zone show at an instant. */
export function localTime(timeZone: string, now: Date): { day: string; minutes: number } {
  const local = new Date(now.getTime() + offset(timeZone, now.getTime()))
  return { day: local.toISOString().slice(0, 10), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() }
}

/** The instant at which the clocks of a zone show a time of a day (yyyy-mm-dd); where they skip it, that much later. */
export function instantAt(timeZone: string, day: string, minutes: number): Date {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  // Twice, since the clocks may be changed between the guess and the time itself.
  const guess = local - offset(timeZone, local)
  return new Date(local - offset(timeZone, guess))
}

/** The calendar date `days` after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
