import { buildAll } from '../tools/run/build.ts'
import { measureApi } from './api.ts'
import { measureCurve } from './curve.ts'
import { measureDeepLinks } from './deep-link.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureFairness } from './fairness.ts'
import { measurePages } from './pages.ts'
import { measureRealtime } from './realtime.ts'
import { measureRoundTrips } from './round-trips.ts'
import { measureScroll } from './scroll.ts'
import { measureSize } from './size.ts'
import { measureStart } from './start.ts'
import { type Row, tableOf, writeFigures } from './table.ts'
import { measureUploads } from './upload.ts'
import { measureWrites } from './writes.ts'

/**
 * `pnpm bench [part …]`: prints a table per part, with budgets. `--write` stores the tables in
 * docs/performance/figures.md.
 */

const PARTS: Record<string, () => Promise<Row[]>> = {
  api: measureApi,
  writes: measureWrites,
  fairness: measureFairness,
  upload: measureUploads,
  realtime: measureRealtime,
  size: measureSize,
  'deep-link': measureDeepLinks,
  pages: measurePages,
  scroll: measureScroll,
  start: measureStart,
  trips: measureRoundTrips,
  curve: measureCurve,
  lighthouse: measureLighthouse,
}
/** Parts that take many minutes: measured only by name. */
const BY_NAME = new Set(['trips', 'curve', 'lighthouse'])

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')))
const names = process.argv.slice(2).filter((argument) => !options.has(argument))
const parts = names.length > 0 ? names : Object.keys(PARTS).filter((name) => !BY_NAME.has(name))
const unknown = parts.find((name) => !(name in PARTS))
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}`)

await buildAll()
for (const name of parts) {
  const rows = (await PARTS[name]?.()) ?? []
  console.log(`\n── ${name}\n${tableOf(rows)}`)
  if (options.has('--write')) writeFigures(name, rows)
}
