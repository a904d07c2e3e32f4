import { METRIC_BINS, type VitalsReport } from '@portal/contract/vitals'
import { consume } from '../limits/consume.ts'
import type { LimitRule } from '../limits/limit-rule.ts'
import type { Context } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'

/** All browsers together: bursts of 300 reports, ten a second from then on. Beyond that reports are dropped: they are samples anyway. */
const RULE: LimitRule = { free: 300, leakMs: 100, baseMs: 100, capMs: 1000 }
const KEEP_DAYS = 90
/** Different errors of one version that a day keeps apart; the rest is counted as one. */
const ERRORS_APART = 50

/** The shell counts under the release that runs; a tab that is older than it, under this name. */
const EARLIER = 'earlier'

type Ran = VitalsReport['errors'][number]['ran']

/** Only what was published is counted, so that nobody can fill the table with names of their own. */
const KNOWN = `(? = 'shell' OR EXISTS (SELECT 1 FROM remote_versions WHERE name = ? AND version = ?))`

function who(ran: Ran, release: string): { row: [string, string]; known: [string, string, string] } {
  const { name, version } = ran ?? { name: 'shell', version: release }
  return { row: [name, version], known: [name, name, version] }
}

/** The bin of a figure; CLS counts in thousandths. */
const binOf = (name: string, value: number): number =>
  METRIC_BINS.find((most) => (name === 'CLS' ? value * 1000 : value) <= most) ?? -1

function metricStep(day: string, release: string, { name, value, ran }: VitalsReport['metrics'][number]): Step {
  const { row, known } = who(ran, release)
  return step({
    sql: `INSERT INTO page_vitals (day, name, version, metric, bin, count) SELECT ?, ?, ?, ?, ?, 1 WHERE ${KNOWN}
          ON CONFLICT DO UPDATE SET count = count + 1`,
    args: [day, ...row, name, binOf(name, value), ...known],
  })
}

function errorSteps(day: string, release: string, { kind, ran, frames }: VitalsReport['errors'][number]): Step[] {
  const { row, known } = who(ran, release)
  const error = [kind, frames.join('\n')]
  const insert = 'INSERT INTO page_errors (day, name, version, kind, frames, count)'
  return [
    step({
      sql: `${insert} SELECT ?1, ?2, ?3, ?4, ?5, 1 WHERE (?2 = 'shell' OR EXISTS (SELECT 1 FROM remote_versions WHERE name = ?2 AND version = ?3))
              AND (EXISTS (SELECT 1 FROM page_errors WHERE day = ?1 AND name = ?2 AND version = ?3 AND kind = ?4 AND frames = ?5)
                OR (SELECT count(*) FROM page_errors WHERE day = ?1 AND name = ?2 AND version = ?3) < ${ERRORS_APART})
            ON CONFLICT DO UPDATE SET count = count + 1`,
      args: [day, ...row, ...error],
    }),
    step({
      sql: `${insert} SELECT ?, ?, ?, 'OtherError', '', 1 WHERE changes() = 0 AND ${KNOWN} ON CONFLICT DO UPDATE SET count = count + 1`,
      args: [day, ...row, ...known],
    }),
  ]
}

/**
 * Adds what a page reports to the day's counts, in one batch.
 * @throws AppError `too_many_requests` where all browsers together report too much
 */
export async function recordVitals(ctx: Context, report: VitalsReport): Promise<void> {
  if (report.metrics.length + report.errors.length === 0) return
  await consume(ctx.env.RATE_LIMITER.getByName('vitals'), 'all', RULE, 'reports')
  const day = ctx.now.toISOString().slice(0, 10)
  const release = report.release === ctx.settings.RELEASE ? report.release : EARLIER
  const oldest = new Date(ctx.now.getTime() - KEEP_DAYS * 86_400_000).toISOString().slice(0, 10)
  await commit(ctx, [
    ...report.metrics.map((m) => metricStep(day, release, m)),
    ...report.errors.flatMap((e) => errorSteps(day, release, e)),
    step({ sql: 'DELETE FROM page_vitals WHERE day < ?', args: [oldest] }),
    step({ sql: 'DELETE FROM page_errors WHERE day < ?', args: [oldest] }),
  ])
}
