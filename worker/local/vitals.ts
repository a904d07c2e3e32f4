import { parseArgs } from 'node:util'
import { createClient } from '@libsql/client/http'
import { type Bin as HistogramBin, percentile75 } from '@portal/contract/percentile'
import { METRIC_BINS, METRICS } from '@portal/contract/vitals'
import { command } from './terminal.ts'
import { databaseFromEnvironment } from './database.ts'

const USAGE = `pnpm vitals [--days 7]

Prints the 75th percentile of each metric and the most frequent errors, per remote and version.
The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

interface Bin extends HistogramBin {
  name: string
  version: string
  metric: string
}

interface PageError {
  name: string
  version: string
  kind: string
  frames: string
  count: number
}

function formatBin(metric: string, bin: number | undefined): string {
  if (bin === undefined) return '–'
  const most = METRIC_BINS.at(-1) ?? 0
  const value = bin < 0 ? most : bin
  return `${bin < 0 ? '>' : '≤'} ${metric === 'CLS' ? value / 1000 : value}`
}

const groupBy = <T>(items: readonly T[], key: (item: T) => string): [string, T[]][] => [...Map.groupBy(items, key)]

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { days: { type: 'string', default: '7' } } })
  const client = createClient(databaseFromEnvironment())
  const since = new Date(Date.now() - Number(values.days) * 86_400_000).toISOString().slice(0, 10)
  const [vitals, errors] = await client.batch([
    {
      sql: 'SELECT name, version, metric, bin, sum(count) AS count FROM page_vitals WHERE day >= ? GROUP BY 1, 2, 3, 4',
      args: [since],
    },
    {
      sql: `SELECT name, version, kind, frames, sum(count) AS count FROM page_errors
        WHERE day >= ? GROUP BY 1, 2, 3, 4 ORDER BY count DESC LIMIT 50`,
      args: [since],
    },
  ])
  client.close()
  const bins = (vitals?.rows ?? []) as unknown as Bin[]
  const table = groupBy(bins, (b) => `${b.name} ${b.version}`).map(([version, all]) => {
    const columns = METRICS.map((metric) => {
      const own = all.filter((b) => b.metric === metric)
      return [metric, formatBin(metric, percentile75(own))]
    })
    const reports = Math.max(
      ...METRICS.map((metric) => all.filter((b) => b.metric === metric).reduce((sum, b) => sum + b.count, 0)),
    )
    return { version, reports, ...Object.fromEntries(columns) }
  })
  console.log(`75th percentile since ${since}, in ms (CLS: score), rounded up to the bounds of the bins.`)
  if (table.length > 0) console.table(table)
  else console.log('There are no reports yet.')
  for (const { count, kind, name, version, frames } of (errors?.rows ?? []) as unknown as PageError[]) {
    console.log(`\n${count} × ${kind} in ${name} ${version}`)
    for (const frame of frames.split('\n').filter(Boolean)) console.log(`    ${frame}`)
  }
})
