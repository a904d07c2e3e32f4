import { METRIC_BINS, type VitalsReport } from '@portal/contract/vitals'
import { consume } from '../limits/consume.ts'
import type { LimitRule } from '../limits/limit-rule.ts'
import type { Context } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'

// For all browsers together: bursts of 300 reports, then ten per second. More are dropped, because reports are samples.
const RULE: LimitRule = { free: 300, leakMs: 100, baseMs: 100, capMs: 1000 }
const KEEP_DAYS = 90
/** Distinct errors per version and day; further ones are counted together. */
const MAX_DISTINCT_ERRORS = 50

/** The release under which older tabs of the shell are counted. */
const EARLIER_RELEASE = 'earlier'

type Ran = VitalsReport['errors'][number]['ran']

/** Condition that the version was published, so that invented names cannot fill the table. */
const IS_PUBLISHED = `(? = 'shell' OR EXISTS (SELECT 1 FROM remote_versions WHERE name = ? AND version = ?))`

function versionArgs(ran: Ran, release: string): { row: [string, string]; known: [string, string, string] } {
  const { name, version } = ran ?? { name: 'shell', version: release }
  return { row: [name, version], known: [name, name, version] }
}

/** Returns the histogram bin of a metric; CLS is counted in thousandths. */
const binOf = (name: string, value: number): number =>
  METRIC_BINS.find((max) => (name === 'CLS' ? value * 1000 : value) <= max) ?? -1

function metricStep(day: string, release: string, { name, value, ran }: VitalsReport['metrics'][number]): Step {
  const { row, known } = versionArgs(ran, release)
  return step({
    sql: `INSERT INTO page_vitals (day, name, version, metric, bin, count) SELECT ?, ?, ?, ?, ?, 1 WHERE ${IS_PUBLISHED}
          ON CONFLICT DO UPDATE SET count = count + 1`,
    args: [day, ...row, name, binOf(name, value), ...known],
  })
}

function errorSteps(day: string, release: string, { kind, ran, frames }: VitalsReport['errors'][number]): Step[] {
  const { row, known } = versionArgs(ran, release)
  const error = [kind, frames.join('\n')]
  const insert = 'INSERT INTO page_errors (day, name, version, kind, frames, count)'
  return [
    step({
      sql: `${insert} SELECT ?1, ?2, ?3, ?4, ?5, 1
            WHERE (?2 = 'shell' OR EXISTS (SELECT 1 FROM remote_versions WHERE name = ?2 AND version = ?3))
              AND (EXISTS (SELECT 1 FROM page_errors
                  WHERE day = ?1 AND name = ?2 AND version = ?3 AND kind = ?4 AND frames = ?5)
                OR (SELECT count(*) FROM page_errors
                  WHERE day = ?1 AND name = ?2 AND version = ?3) < ${MAX_DISTINCT_ERRORS})
            ON CONFLICT DO UPDATE SET count = count + 1`,
      args: [day, ...row, ...error],
    }),
    step({
      sql: `${insert} SELECT ?, ?, ?, 'OtherError', '', 1 WHERE changes() = 0 AND ${IS_PUBLISHED}
            ON CONFLICT DO UPDATE SET count = count + 1`,
      args: [day, ...row, ...known],
    }),
  ]
}

/**
 * Adds a report to the counts of the day, in one batch.
 * @throws AppError `too_many_requests` when there are too many reports from all browsers
 */
export async function recordVitals(ctx: Context, report: VitalsReport): Promise<void> {
  if (report.metrics.length + report.errors.length === 0) return
  await consume(ctx.env.RATE_LIMITER.getByName('vitals'), 'all', RULE, 'reports')
  const day = ctx.now.toISOString().slice(0, 10)
  const release = report.release === ctx.settings.RELEASE ? report.release : EARLIER_RELEASE
  const oldest = new Date(ctx.now.getTime() - KEEP_DAYS * 86_400_000).toISOString().slice(0, 10)
  await commit(ctx, [
    ...report.metrics.map((m) => metricStep(day, release, m)),
    ...report.errors.flatMap((e) => errorSteps(day, release, e)),
    step({ sql: 'DELETE FROM page_vitals WHERE day < ?', args: [oldest] }),
    step({ sql: 'DELETE FROM page_errors WHERE day < ?', args: [oldest] }),
  ])
}
