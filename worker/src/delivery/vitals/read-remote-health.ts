import { HEALTH_METRICS, type RemoteHealth } from '@portal/contract/delivery'
import { percentile75 } from '@portal/contract/percentile'
import { METRIC_BINS } from '@portal/contract/vitals'
import { and, desc, eq, gte, inArray, max, sql, sum } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { pageErrors, pageVitals, remoteHealth } from '../../db/schema/index.ts'
import { outcomesOf } from './outcomes.ts'

const DAY_MS = 86_400_000
/** Up to this many days, outcomes are counted per hour. */
const HOURLY_DAYS = 7
const ERRORS_MAX = 20

/** Reads the counts of a remote since an hour (yyyy-mm-ddThh). `length` is that of the start of each step. */
async function readCounts({ db }: Context, name: string, since: string, length: number) {
  const day = since.slice(0, 10)
  const at = sql<string>`substr(${remoteHealth.hour}, 1, ${sql.raw(String(length))})`
  const count = (column: typeof remoteHealth.count | typeof pageVitals.count | typeof pageErrors.count) =>
    sum(column).mapWith(Number)
  const errors = count(pageErrors.count)
  const [outcomes, metrics, frequent] = await db.batch([
    db
      .select({ at, version: remoteHealth.version, kind: remoteHealth.kind, count: count(remoteHealth.count) })
      .from(remoteHealth)
      .where(and(eq(remoteHealth.name, name), gte(remoteHealth.hour, since)))
      .groupBy(at, remoteHealth.version, remoteHealth.kind)
      .orderBy(at),
    db
      .select()
      .from(pageVitals)
      .where(and(eq(pageVitals.name, name), gte(pageVitals.day, day), inArray(pageVitals.metric, [...HEALTH_METRICS])))
      .orderBy(pageVitals.day),
    db
      .select({
        version: pageErrors.version,
        kind: pageErrors.kind,
        frames: pageErrors.frames,
        count: errors,
        last_day: max(pageErrors.day).mapWith(String),
      })
      .from(pageErrors)
      .where(and(eq(pageErrors.name, name), gte(pageErrors.day, day)))
      .groupBy(pageErrors.version, pageErrors.kind, pageErrors.frames)
      .orderBy(desc(errors))
      .limit(ERRORS_MAX),
  ])
  return { outcomes, metrics, frequent }
}

/** Returns the groups of rows with equal keys, in the order of their first row. */
const groups = <T>(rows: readonly T[], key: (row: T) => string): T[][] => [...Map.groupBy(rows, key).values()]

/** Returns how page loads of each version of a remote have gone within some days: failures, metrics and errors. */
export async function readRemoteHealth(ctx: Context, name: string, days: number): Promise<RemoteHealth> {
  const step = days <= HOURLY_DAYS ? 'hour' : 'day'
  const since = new Date(ctx.now.getTime() - days * DAY_MS).toISOString().slice(0, 13)
  const { outcomes, metrics, frequent } = await readCounts(ctx, name, since, step === 'hour' ? 13 : 10)
  const instantOf = (at: string): string => (step === 'hour' ? `${at}:00:00.000Z` : `${at}T00:00:00.000Z`)
  return {
    step,
    since: `${since}:00:00.000Z`,
    outcomes: groups(outcomes, (row) => `${row.at} ${row.version}`).flatMap((rows) =>
      rows[0] ? [{ at: instantOf(rows[0].at), version: rows[0].version, ...outcomesOf(rows) }] : [],
    ),
    metrics: groups(metrics, (row) => `${row.day} ${row.version} ${row.metric}`).flatMap((bins) => {
      const [first] = bins
      const p75 = percentile75(bins)
      const metric = HEALTH_METRICS.find((known) => known === first?.metric)
      if (!first || !metric || p75 === undefined) return []
      const reports = bins.reduce((total, bin) => total + bin.count, 0)
      // Above the last bound, only that is known.
      return [
        { day: first.day, version: first.version, metric, p75: p75 < 0 ? (METRIC_BINS.at(-1) ?? 0) : p75, reports },
      ]
    }),
    errors: frequent.map(({ frames, ...error }) => ({ ...error, frames: frames.split('\n').filter(Boolean) })),
  }
}
