/** Days are counted from 1970, independent of time zones. */

const DAY_MS = 86_400_000

/** Returns the day number of a date (yyyy-mm-dd). */
export const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)

/** Returns the date (yyyy-mm-dd) of a day number. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
