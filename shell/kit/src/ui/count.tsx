import { formatCount } from '@portal/contract/counts'

// Here too, beside the functions that use it.
export { formatCount }

/** Formats whole days: 'less than a day', '1 day', '6 days'. */
export const countOfDays = (days: number): string => (days === 0 ? 'less than a day' : countOf(days, 'day'))

/** Formats a number of things: '1 client', '1,200 clients'. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
