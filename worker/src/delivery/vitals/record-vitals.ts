import { METRIC_BINS, type VitalsReport } from '@portal/contract/vitals'
import { and, between, eq, exists, lt, type SQL, sql } from 'drizzle-orm'
import type { Cohort } from '../../portal/auth/sessions/cohort.ts'
import { keyedHash } from '../../platform/crypto/secrets.ts'
import { consume, countersOf } from '../../platform/limits/consume.ts'
import type { LimitRule } from '../../platform/limits/limit-rule.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { pageErrors, pageVitals, remoteHealth, remoteVersions } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { isVersion } from '../remotes/build-files.ts'
import { recordVotes } from '../remotes/canary/record-votes.ts'
import type { Preview } from '../remotes/preview-token.ts'
import type { Reader } from '../remotes/registry.ts'
import { MINUTE_HOURS, minuteOf } from './minutes.ts'

// For all visitors together: bursts of 300 reports, then ten per second. More are dropped, because reports are samples.
const VISITORS: LimitRule = { free: 300, leakMs: 100, baseMs: 100, capMs: 1000 }
// For each signed-in person, so that visitors cannot crowd out the reports that decide about a canary.
const PERSON: LimitRule = { free: 60, leakMs: 2000, baseMs: 2000, capMs: 10_000 }
const KEEP_DAYS = 90
/** Distinct errors per version and day; further ones are counted together. */
const MAX_DISTINCT_ERRORS = 50

/** The release under which older tabs of the shell are counted. */
const EARLIER_RELEASE = 'earlier'

/** A version of a remote, or of the shell. */
type Version = NonNullable<VitalsReport['errors'][number]['ran']>

const versionOf = (ran: Version | null | undefined, release: string): Version =>
  ran ?? { name: 'shell', version: release }

/** Returns a condition: the person can run the version. Invented names must not fill the table. */
function canRun(db: Database, { name, version }: Version, previews: readonly Preview[]): SQL {
  if (name === 'shell') return sql`true`
  const row = db
    .select({ name: remoteVersions.name })
    .from(remoteVersions)
    .where(
      and(
        isVersion(name, version),
        previews.some((preview) => preview.name === name && preview.version === version)
          ? undefined
          : eq(remoteVersions.state, 'published'),
      ),
    )
  return exists(row)
}

/** Returns what a visitor can report: metrics and errors of the shell. Only signed-in people use remotes. */
const ofShell = (report: VitalsReport): VitalsReport => ({
  ...report,
  metrics: report.metrics.filter(({ ran }) => !ran),
  errors: report.errors.filter(({ ran }) => !ran),
  outcomes: [],
})

/** Returns each outcome once, because a report is about one page load. */
const distinctOutcomes = (outcomes: VitalsReport['outcomes']): VitalsReport['outcomes'] => [
  ...new Map(
    outcomes.map((outcome) => [`${outcome.ran.name} ${outcome.ran.version} ${outcome.kind}`, outcome]),
  ).values(),
]

/** Returns the histogram bin of a metric; CLS is counted in thousandths. */
const binOf = (name: string, value: number): number =>
  METRIC_BINS.find((max) => (name === 'CLS' ? value * 1000 : value) <= max) ?? -1

/** Returns a step that increments the count of a key if a condition holds. */
const increment = (
  table: typeof pageVitals | typeof pageErrors | typeof remoteHealth,
  key: readonly (string | number)[],
  condition: SQL,
): Step =>
  step(sql`INSERT INTO ${table} SELECT ${sql.join([...key], sql`, `)}, 1 WHERE ${condition}
    ON CONFLICT DO UPDATE SET count = count + 1`)

function errorSteps(db: Database, day: string, ran: Version, kind: string, frames: string, allowed: SQL): Step[] {
  const { name, version } = ran
  const ofVersion = and(eq(pageErrors.day, day), eq(pageErrors.name, name), eq(pageErrors.version, version))
  const same = db.$count(pageErrors, and(ofVersion, eq(pageErrors.kind, kind), eq(pageErrors.frames, frames)))
  const distinct = db.$count(pageErrors, ofVersion)
  return [
    increment(
      pageErrors,
      [day, name, version, kind, frames],
      sql`${allowed} AND (${same} > 0 OR ${distinct} < ${MAX_DISTINCT_ERRORS})`,
    ),
    increment(pageErrors, [day, name, version, 'OtherError', ''], sql`${allowed} AND changes() = 0`),
  ]
}

/** Counts a report of a person, or of a visitor. @throws AppError `too_many_requests` */
async function limitReports({ env, settings }: Context, cohort: Cohort | undefined): Promise<void> {
  if (!cohort) return consume(env.RATE_LIMITER.getByName('vitals'), 'all', VISITORS, 'reports')
  const key = keyedHash(settings.AUTH_SECRET, 'vitals', cohort.userId)
  return consume(countersOf(env, 'vitals', key), key, PERSON, 'reports')
}

/**
 * Adds a report to the counts of the day, in one batch, and to the comparison of canaries.
 * @param reader the person who is signed in, if any, and the versions that the browser previews
 * @throws AppError `too_many_requests` when the person, or all visitors together, send too many reports
 */
export async function recordVitals(
  ctx: Context,
  received: VitalsReport,
  { cohort, previews }: Pick<Reader, 'cohort' | 'previews'>,
): Promise<void> {
  const report = cohort ? { ...received, outcomes: distinctOutcomes(received.outcomes) } : ofShell(received)
  if (report.metrics.length + report.errors.length + report.outcomes.length === 0) return
  await limitReports(ctx, cohort)
  const day = ctx.now.toISOString().slice(0, 10)
  const release = report.release === ctx.settings.RELEASE ? report.release : EARLIER_RELEASE
  const hour = ctx.now.toISOString().slice(0, 13)
  const hoursAgo = (hours: number): Date => new Date(ctx.now.getTime() - hours * 3_600_000)
  const oldest = hoursAgo(KEEP_DAYS * 24)
    .toISOString()
    .slice(0, 10)
  const allowed = (ran: Version): SQL => canRun(ctx.db, ran, previews)
  await commit(ctx, [
    ...report.metrics.map((metric) => {
      const ran = versionOf(metric.ran, release)
      const key = [day, ran.name, ran.version, metric.name, binOf(metric.name, metric.value)]
      return increment(pageVitals, key, allowed(ran))
    }),
    ...report.errors.flatMap((error) => {
      const ran = versionOf(error.ran, release)
      return errorSteps(ctx.db, day, ran, error.kind, error.frames.join('\n'), allowed(ran))
    }),
    ...report.outcomes.flatMap(({ ran, kind }) =>
      [hour, minuteOf(ctx.now)].map((at) => increment(remoteHealth, [at, ran.name, ran.version, kind], allowed(ran))),
    ),
    step(ctx.db.delete(remoteHealth).where(between(remoteHealth.hour, '0', oldest))),
    step(ctx.db.delete(remoteHealth).where(lt(remoteHealth.hour, minuteOf(hoursAgo(MINUTE_HOURS))))),
    step(ctx.db.delete(pageVitals).where(lt(pageVitals.day, oldest))),
    step(ctx.db.delete(pageErrors).where(lt(pageErrors.day, oldest))),
  ])
  if (cohort) await recordVotes(ctx, cohort, report.outcomes)
}
