import { parseArgs } from 'node:util'
import { createClient } from '@libsql/client/http'
import { METRIC_BINS, METRICS } from '@portal/contract/vitals'
import { command } from './terminal.ts'
import { databaseFromEnvironment } from './database.ts'

/** `pnpm vitals`: prints the 75th percentile of each metric and the most frequent errors, per remote and version. */

interface Bin {
  name: string
  version: string
  metric: string
  bin: number
  count: number
}

interface PageError {
  name: string
  version: string
  kind: string
  frames: string
  count: number
}

/** Returns the 75th percentile as the upper bound of its bin, or undefined if there are no reports. */
function p75(bins: readonly Pick<Bin, 'bin' | 'count'>[]): number | undefined {
  const sorted = [...bins].sort((a, b) => (a.bin < 0 ? 1 : b.bin < 0 ? -1 : a.bin - b.bin))
  const total = sorted.reduce((sum, b) => sum + b.count, 0)
  let counted = 0
  for (const { bin, count } of sorted) {
    counted += count
    if (counted >= 0.75 * total) return bin
  }
  return undefined
}

function formatBin(metric: string, bin: number | undefined): string {
  if (bin === undefined) return '–'
  const most = METRIC_BINS.at(-1) ?? 0
  const value = bin < 0 ? most : bin
  return `${bin < 0 ? '>' : '≤'} ${metric === 'CLS' ? value / 1000 : value}`
}

const groupBy = <T>(items: readonly T[], key: (item: T) => string): [string, T[]][] => [...Map.groupBy(items, key)]

await command(async () => {
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
      return [metric, formatBin(metric, p75(own))]
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
