import type { MonthlyWork } from '@portal/contract/charts'
import { count, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../../context.ts'
import { MONTH_LIMIT, sectionsApprovedIn, sectionsDueIn } from '../../review/sections-of-month.ts'

/** Returns a query for the number of sections that were due in a month, by outcome. */
function dueIn(ctx: BookkeeperContext, month: string) {
  const due = sectionsDueIn(ctx, month).as('due')
  return ctx.db
    .select({ month: sql<string>`${month}`.as('month'), outcome: due.outcome, sections: count().as('sections') })
    .from(due)
    .groupBy(sql`${due.outcome}`)
    .$dynamic()
}

/** Returns a query for the number of sections that were approved in a month, by the days they took. */
function approvedIn(ctx: BookkeeperContext, month: string) {
  const approved = sectionsApprovedIn(ctx, month).as('approved')
  return ctx.db
    .select({
      month: sql<string>`${month}`.as('month'),
      days: approved.days,
      sections: count().as('sections'),
      in_all: sql<number>`sum(${approved.days_in_all})`.as('in_all'),
      with_bookkeeper: sql<number>`sum(${approved.days_with_bookkeeper})`.as('with_bookkeeper'),
    })
    .from(approved)
    .groupBy(sql`${approved.days}`)
    .$dynamic()
}

/** Returns the queries from which `monthsOf` counts. */
export function monthQueries(ctx: BookkeeperContext, [first = '', ...others]: readonly string[]) {
  return {
    due: others.reduce((all, month) => all.unionAll(dueIn(ctx, month)), dueIn(ctx, first)),
    approved: others.reduce((all, month) => all.unionAll(approvedIn(ctx, month)), approvedIn(ctx, first)),
  }
}
type Due = Awaited<ReturnType<typeof dueIn>>
type Approved = Awaited<ReturnType<typeof approvedIn>>

const sum = (rows: readonly { sections: number }[]): number => rows.reduce((total, row) => total + row.sections, 0)

/** Returns the days within which a share of the sections was approved. */
function daysOf(sorted: Approved, share: number): number {
  const wanted = share * sum(sorted)
  let counted = 0
  return sorted.find(({ sections }) => (counted += sections) >= wanted)?.days ?? 0
}

const averageOf = (total: number, sections: number): number => Math.round((10 * total) / sections) / 10

/** Returns the average days that sections were with each side, or null if there are none. */
function sidesOf(took: Approved): MonthlyWork['sides'] {
  const sections = sum(took)
  if (sections === 0) return null
  const inAll = took.reduce((total, row) => total + row.in_all, 0)
  const bookkeeper = took.reduce((total, row) => total + row.with_bookkeeper, 0)
  return { client: averageOf(Math.max(0, inAll - bookkeeper), sections), bookkeeper: averageOf(bookkeeper, sections) }
}

/** Returns what happened in each month. */
export function monthsOf(months: readonly string[], due: Due, approved: Approved): MonthlyWork[] {
  return months.map((month) => {
    const dueRows = due.filter((row) => row.month === month)
    const of = (outcome: string) => sum(dueRows.filter((row) => row.outcome === outcome))
    const took = approved.filter((row) => row.month === month).toSorted((a, b) => a.days - b.days)
    const total = sum(took)
    return {
      month,
      on_time: of('on_time'),
      late: of('late'),
      missing: of('missing'),
      approved: total,
      days:
        total === 0
          ? null
          : { quarter: daysOf(took, 0.25), median: daysOf(took, 0.5), three_quarters: daysOf(took, 0.75) },
      sides: sidesOf(took),
      more: sum(dueRows) === MONTH_LIMIT || total === MONTH_LIMIT,
    }
  })
}
