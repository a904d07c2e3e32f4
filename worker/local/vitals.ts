import { parseArgs } from 'node:util'
import { createClient } from '@libsql/client/http'
import { METRIC_BINS, METRICS } from '@portal/contract/vitals'
import { command } from './terminal.ts'
import { databaseFromEnvironment } from './database.ts'

/** `pnpm vitals`: how pages did, per remote and version: the 75th percentile of each figure, and the errors. */

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

/** The 75th percentile of counts in bins, as the upper bound of its bin; undefined without any. */
function p75(bins: readonly Pick<Bin, 'bin' | 'count'>[]): number | undefined {
  const sorted = [...bins].sort((a, b) => (a.bin < 0 ? 1 : b.bin < 0 ? -1 : a.bin - b.bin))
  const all = sorted.reduce((sum, b) => sum + b.count, 0)
  let seen = 0
  for (const { bin, count } of sorted) {
    seen += count
    if (seen >= 0.75 * all) return bin
  }
  return undefined
}

function shown(metric: string, bin: number | undefined): string {
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
      sql: 'SELECT name, version, kind, frames, sum(count) AS count FROM page_errors WHERE day >= ? GROUP BY 1, 2, 3, 4 ORDER BY count DESC LIMIT 50',
      args: [since],
    },
  ])
  client.close()
  const bins = (vitals?.rows ?? []) as unknown as Bin[]
  const table = groupBy(bins, (b) => `${b.name} ${b.version}`).map(([version, all]) => {
    const figures = METRICS.map((metric) => {
      const own = all.filter((b) => b.metric === metric)
      return [metric, shown(metric, p75(own))]
    })
    const loads = Math.max(
      ...METRICS.map((metric) => all.filter((b) => b.metric === metric).reduce((sum, b) => sum + b.count, 0)),
    )
    return { version, reports: loads, ...Object.fromEntries(figures) }
  })
  console.log(`Since ${since}: 75th percentile, in ms (CLS: score), as the bound of its bin.`)
  if (table.length > 0) console.table(table)
  else console.log('No page has reported yet.')
  for (const { count, kind, name, version, frames } of (errors?.rows ?? []) as unknown as PageError[]) {
    console.log(`\n${count} × ${kind} in ${name} ${version}`)
    for (const frame of frames.split('\n').filter(Boolean)) console.log(`    ${frame}`)
  }
})
