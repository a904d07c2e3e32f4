import type { ChartsQuery, DashboardCharts, Turn } from '@portal/contract/charts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../../context.ts'
import { turnCounts } from '../../../platform/db/schema/index.ts'
import { mostCorrected, mostSentBack } from '../../sections/most-sent-back.ts'
import { dayStart } from '../../../platform/time/day-starts.ts'
import { daysOfMonth, lastMonths } from '../../../platform/time/months.ts'
import { MAX_STUCK } from './max-stuck.ts'
import { monthQueries, monthsOf } from './months.ts'
import { overdueSectionsQuery } from './overdue-sections.ts'

/** Returns an entry without the bookkeeper's own number, which is the same here. */
function withoutOwn<T extends { own: number }>({ own: _own, ...entry }: T): Omit<T, 'own'> {
  return entry
}

/** Returns the data of the dashboard's charts in one round trip, with a cost that does not grow with the data. */
export async function getCharts(
  ctx: BookkeeperContext,
  query: Pick<z.output<typeof ChartsQuery>, 'months'>,
): Promise<DashboardCharts> {
  const { timeZone, userId } = ctx.actor
  const months = lastMonths(timeZone, ctx.now, Number(query.months))
  const since = dayStart(timeZone, daysOfMonth(months[0] ?? '').first)
  const { due, approved } = monthQueries(ctx, months)
  const scope = { bookkeeper: userId, since, most: MAX_STUCK }
  const [dueRows, approvedRows, overdue, sentBack, corrected, turns] = await ctx.db.batch([
    due,
    approved,
    overdueSectionsQuery(ctx),
    mostSentBack(ctx, scope),
    mostCorrected(ctx, scope),
    ctx.db
      .select({ turn: turnCounts.turn, n: turnCounts.n })
      .from(turnCounts)
      .where(eq(turnCounts.bookkeeper_id, userId)),
  ])
  const turnsOf = (turn: Turn) => turns.find((row) => row.turn === turn)?.n ?? 0
  return {
    months: monthsOf(months, dueRows, approvedRows),
    stuck: { overdue, sent_back: sentBack.map(withoutOwn), questions: corrected.map(withoutOwn) },
    turns: { client: turnsOf('client'), you: turnsOf('you'), done: turnsOf('done') },
  }
}
