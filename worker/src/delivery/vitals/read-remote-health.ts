import { HEALTH_METRICS, type RemoteHealth } from '@portal/contract/delivery'
import { percentile75 } from '@portal/contract/percentile'
import { METRIC_BINS } from '@portal/contract/vitals'
import { and, between, desc, eq, gte, inArray, max, sql, sum } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { pageErrors, pageVitals, remoteHealth } from '../../platform/db/schema/index.ts'
import { MINUTE_HOURS, minuteOf } from './minutes.ts'
import { outcomesOf } from './outcomes.ts'

/** Up to this many hours, outcomes are counted per hour. */
const HOURLY_HOURS = 7 * 24
const ERRORS_MAX = 20
/** The length of an instant that names a step, such as yyyy-mm-ddThh. */
const LENGTHS = { minute: 16, hour: 13, day: 10 } as const
type Step = keyof typeof LENGTHS

/** Reads the counts of a remote since an instant, in steps. */
async function readCounts({ db, now }: Context, name: string, since: string, step: Step) {
  const day = since.slice(0, 10)
  const { hour } = remoteHealth
  const at = sql<string>`substr(ltrim(${hour}, '-'), 1, ${sql.raw(String(LENGTHS[step]))})`
  const count = (column: typeof remoteHealth.count | typeof pageVitals.count | typeof pageErrors.count) =>
    sum(column).mapWith(Number)
  const errors = count(pageErrors.count)
  const [outcomes, metrics, frequent] = await db.batch([
    db
      .select({ at, version: remoteHealth.version, kind: remoteHealth.kind, count: count(remoteHealth.count) })
      .from(remoteHealth)
      .where(
        and(
          eq(remoteHealth.name, name),
          step === 'minute'
            ? between(hour, minuteOf(new Date(since)), minuteOf(now))
            : gte(hour, since.slice(0, LENGTHS[step])),
        ),
      )
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
      // First the most frequent error of each version, so that a version which was live for minutes is not left out.
      .orderBy(sql`row_number() OVER (PARTITION BY ${pageErrors.version} ORDER BY ${errors} DESC)`, desc(errors))
      .limit(ERRORS_MAX),
  ])
  return { outcomes, metrics, frequent }
}

/** Returns the groups of rows with equal keys, in the order of their first row. */
const groups = <T>(rows: readonly T[], key: (row: T) => string): T[][] => [...Map.groupBy(rows, key).values()]

/** Completes the start of a step to an instant. */
const instantOf = (at: string): string => `${at}${'T00:00:00.000Z'.slice(at.length - 'yyyy-mm-dd'.length)}`

/** Returns how page loads of each version of a remote have gone within some hours: failures, metrics and errors. */
export async function readRemoteHealth(ctx: Context, name: string, hours: number): Promise<RemoteHealth> {
  const step = hours <= MINUTE_HOURS ? 'minute' : hours <= HOURLY_HOURS ? 'hour' : 'day'
  const since = instantOf(new Date(ctx.now.getTime() - hours * 3_600_000).toISOString().slice(0, LENGTHS[step]))
  const { outcomes, metrics, frequent } = await readCounts(ctx, name, since, step)
  return {
    step,
    since,
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
