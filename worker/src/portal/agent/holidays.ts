import { allForYear } from '@18f/us-federal-holidays'

/** Public holidays. Only those of the United States are known. */

const years = new Map<number, ReadonlyMap<string, string>>()

/** Returns the names of the US federal holidays of a year, by the date on which they are observed. */
function holidaysOf(year: number): ReadonlyMap<string, string> {
  // The first day of the next year can be observed on December 31.
  const days = [...allForYear(year), ...allForYear(year + 1)].map(({ name, dateString }) => [dateString, name] as const)
  const known = years.get(year) ?? new Map(days)
  years.set(year, known)
  return known
}

/** Returns the dates of the holidays of a year whose name contains a word. */
export const holidaysNamed = (word: string, year: number): string[] =>
  allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: false })
    .filter(({ name }) => name.toLowerCase().includes(word))
    .map(({ dateString }) => dateString)

/** `getTimeZones` is not part of TypeScript's library yet. */
const us = new Intl.Locale('en-US') as Intl.Locale & { getTimeZones?: () => string[] }
const US_ZONES = new Set(us.getTimeZones?.() ?? [])

/** Returns a predicate for days (yyyy-mm-dd) that are public holidays in a time zone. */
export const holidaysIn =
  (timeZone: string): ((day: string) => boolean) =>
  (day) =>
    US_ZONES.has(timeZone) && holidaysOf(Number(day.slice(0, 4))).has(day)
