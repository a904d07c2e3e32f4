import { addDays, endOfMonth, todayIn } from '@portal/contract/dates'
import { dayStart } from './day-starts.ts'

/** Returns the current calendar month (yyyy-mm) in a time zone. */
export const monthIn = (timeZone: string, now: Date): string => todayIn(timeZone, now).slice(0, 7)

/** Returns the latest calendar months (yyyy-mm) in a time zone, the current one last. */
export function lastMonths(timeZone: string, now: Date, count: number): string[] {
  const months = [monthIn(timeZone, now)]
  while (months.length < count) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  return months
}

/** Returns the first day of a month, and of the next one. */
export function daysOfMonth(month: string): { first: string; next: string } {
  const first = `${month}-01`
  return { first, next: addDays(endOfMonth(first), 1) }
}

/** Returns when each day of a month ends in a time zone: yyyy-mm-dd → ISO 8601. */
export function dayEnds(timeZone: string, month: string): Record<string, string> {
  const ends: Record<string, string> = {}
  const { first, next } = daysOfMonth(month)
  for (let day = first; day < next; day = addDays(day, 1)) ends[day] = dayStart(timeZone, day, 1)
  return ends
}
