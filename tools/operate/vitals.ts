import { parseArgs } from 'node:util'
import { percentile75 } from '@portal/contract/percentile'
import { METRIC_BINS, METRICS } from '@portal/contract/vitals'
import { desc, gte, sum } from 'drizzle-orm'
import { pageErrors, pageVitals } from '../../worker/src/platform/db/schema/index.ts'
import { command } from '../command/command.ts'
import { databaseFromEnvironment } from '../database/database.ts'
import { withDatabase } from '../database/with-database.ts'

const USAGE = `pnpm vitals [--days 7]

Prints the 75th percentile of each metric and the most frequent errors, per remote and version.
The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

const readVitals = (since: string) =>
  withDatabase(databaseFromEnvironment(), (db) => {
    const { name, version, metric, bin } = pageVitals
    const error = {
      name: pageErrors.name,
      version: pageErrors.version,
      kind: pageErrors.kind,
      frames: pageErrors.frames,
    }
    const errors = sum(pageErrors.count).mapWith(Number)
    return db.batch([
      db
        .select({ name, version, metric, bin, count: sum(pageVitals.count).mapWith(Number) })
        .from(pageVitals)
        .where(gte(pageVitals.day, since))
        .groupBy(name, version, metric, bin),
      db
        .select({ ...error, count: errors })
        .from(pageErrors)
        .where(gte(pageErrors.day, since))
        .groupBy(...Object.values(error))
        .orderBy(desc(errors))
        .limit(50),
    ])
  })

function formatBin(metric: string, bin: number | undefined): string {
  if (bin === undefined) return '–'
  const most = METRIC_BINS.at(-1) ?? 0
  const value = bin < 0 ? most : bin
  return `${bin < 0 ? '>' : '≤'} ${metric === 'CLS' ? value / 1000 : value}`
}

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { days: { type: 'string', default: '7' } } })
  const since = new Date(Date.now() - Number(values.days) * 86_400_000).toISOString().slice(0, 10)
  const [bins, errors] = await readVitals(since)
  const table = [...Map.groupBy(bins, (b) => `${b.name} ${b.version}`)].map(([version, all]) => {
    const byMetric = METRICS.map((metric) => all.filter((b) => b.metric === metric))
    const columns = METRICS.map((metric, i) => [metric, formatBin(metric, percentile75(byMetric[i] ?? []))])
    const reports = Math.max(...byMetric.map((own) => own.reduce((total, { count }) => total + count, 0)))
    return { version, reports, ...Object.fromEntries(columns) }
  })
  console.log(`75th percentile since ${since}, in ms (CLS: score), rounded up to the bounds of the bins.`)
  if (table.length > 0) console.table(table)
  else console.log('There are no reports yet.')
  for (const { count, kind, name, version, frames } of errors) {
    console.log(`\n${count} × ${kind} in ${name} ${version}`)
    for (const frame of frames.split('\n').filter(Boolean)) console.log(`    ${frame}`)
  }
})
