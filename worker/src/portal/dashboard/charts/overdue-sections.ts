import { asc, count, desc, eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../../context.ts'
import { bookClientWorkforms, bookWorkforms } from '../../../platform/db/schema/index.ts'
import { isOverdue } from '../is-overdue.ts'
import { MAX_STUCK } from './max-stuck.ts'

/** Sections that are counted, the longest overdue: a bound for the cost. */
const MAX_COUNTED = 500

/** Returns a query for the sections of workforms that most clients are overdue with. */
export function overdueSectionsQuery(ctx: BookkeeperContext) {
  const { workform_id, section_name, due_date } = bookClientWorkforms
  const overdue = ctx.db
    .select({ workform_id, section_name })
    .from(bookClientWorkforms)
    .where(isOverdue(ctx))
    .orderBy(asc(due_date))
    .limit(MAX_COUNTED)
    .as('overdue')
  return ctx.db
    .select({
      workform_id: overdue.workform_id,
      workform_name: bookWorkforms.name,
      section_name: overdue.section_name,
      count: count(),
    })
    .from(overdue)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, overdue.workform_id))
    .groupBy(overdue.workform_id, overdue.section_name)
    .orderBy(desc(count()), bookWorkforms.name_order, overdue.section_name)
    .limit(MAX_STUCK)
}
