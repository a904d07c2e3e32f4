import { todayIn } from '@portal/contract/dates'
import { and, eq, lt } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { isOpen } from '../../platform/db/section-phase.ts'

/** Returns a condition on `book_client_workforms`: an open section of the bookkeeper's clients was due before today. */
export function isOverdue({ actor, now }: BookkeeperContext) {
  const { assigned_by, status, due_date, hidden_by } = bookClientWorkforms
  return and(
    eq(assigned_by, actor.userId),
    isOpen(status),
    isShown(hidden_by),
    lt(due_date, todayIn(actor.timeZone, now)),
  )
}
