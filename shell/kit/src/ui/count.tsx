/**
 * Formats a whole number in American English: '10,000'. Avoids `Intl`: loading its locale data takes 20 ms, 80 ms on
 * a phone, during the first render.
 */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats whole days: 'less than a day', '1 day', '6 days'. */
export const countOfDays = (days: number): string => (days === 0 ? 'less than a day' : countOf(days, 'day'))

/** Formats a number of things: '1 client', '1,200 clients'. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
