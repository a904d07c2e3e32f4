import { todayIn } from '@portal/contract/dates'
import type { BookkeeperContext } from '../../context.ts'
import { AppError } from '../../errors.ts'

/**
 * Refuses due dates before today in the bookkeeper's time zone.
 * @param dates each with the path of its field
 * @throws AppError `past_due_date`, naming the fields
 */
export function checkDueDates(ctx: BookkeeperContext, dates: readonly { path: string; date: string }[]): void {
  const today = todayIn(ctx.actor.timeZone, ctx.now)
  const past = dates.filter(({ date }) => date < today)
  if (past.length === 0) return
  throw new AppError('past_due_date', {
    errors: past.map(({ path }) => ({ path, message: 'The due date must be today or later.' })),
  })
}

/** Formats a due date (yyyy-mm-dd) for a sentence: 'December 1, 2026'. */
export const longDate = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
