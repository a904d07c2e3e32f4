const HOUR_MS = 3_600_000

/** Making one takes a browser a hundred times as long as using it, and a list needs the same for each of its rows. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: Date, options: Intl.DateTimeFormatOptions): string {
  // Who travels has another time zone than when it was made.
  const key = `${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(key, known)
  return known.format(at)
}

let words: Intl.RelativeTimeFormat | undefined

/**
 * When a thread was last active: time of day under 24 hours old, weekday under 168, else the short date (specification,
 * sections 2 and 9). `at` is ISO 8601, shown in the reader's time zone.
 */
export function threadTime(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const hours = (now - date.getTime()) / HOUR_MS
  if (hours < 24) return format(date, { hour: 'numeric', minute: '2-digit' })
  if (hours < 168) return format(date, { weekday: 'short' })
  return format(date, { month: 'short', day: 'numeric' })
}

/** 'just now', '5 minutes ago', 'yesterday', and from a week on the date. */
export function timeAgo(at: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  if (seconds > -60) return 'just now'
  if (seconds <= -7 * 86_400) return mediumDate(at)
  words ??= new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  if (seconds > -3600) return words.format(Math.round(seconds / 60), 'minute')
  if (seconds > -86_400) return words.format(Math.round(seconds / 3600), 'hour')
  return words.format(Math.round(seconds / 86_400), 'day')
}

/** 'Mar 5, 2026' of an instant, in the reader's time zone. */
export function mediumDate(at: string): string {
  return format(new Date(at), { month: 'short', day: 'numeric', year: 'numeric' })
}

/** 'Mar 5, 2026, 3:20 PM'. */
export function dateAndTime(at: string): string {
  return format(new Date(at), { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** '3:20 PM'. */
export function timeOfDay(at: string): string {
  return format(new Date(at), { hour: 'numeric', minute: '2-digit' })
}

/** 'Today', 'Yesterday' or 'Thursday, March 5': the day a message belongs to. */
export function dayLabel(at: string, now: number = Date.now()): string {
  const date = new Date(at)
  const midnight = (d: Date): number => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime()
  const days = Math.round((midnight(new Date(now)) - midnight(date)) / (24 * HOUR_MS))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const)
  return format(date, { weekday: 'long', month: 'long', day: 'numeric', ...year })
}

/** The sidebar form of a calendar date yyyy-mm-dd: 'March 5, 2026'. Never shifted by a time zone. */
export function longDay(day: string): string {
  return format(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
}
