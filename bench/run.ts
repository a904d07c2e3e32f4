import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../shell/e2e/portal.ts'
import { buildAll } from '../worker/local/build.ts'
import { apiRows, floorFor } from './api.ts'
import { routesRows } from './api-routes.ts'
import type { Bare } from './bare.ts'
import { buildRows } from './builds.ts'
import { browserRows, clientRows } from './browser.ts'
import { curveRows } from './curve.ts'
import { writeFigures } from './figures.ts'
import { lighthouseRows } from './lighthouse.ts'
import { pagesRows } from './pages.ts'
import { publishRows } from './publish.ts'
import { realtimeRows } from './realtime.ts'
import { scrollRows } from './scroll.ts'
import { settled } from './settled.ts'
import { sizeRows } from './size.ts'
import { startRows } from './start.ts'
import { type Row, tableOf } from './table.ts'
import { tripsRows } from './trips.ts'
import { uploadRows } from './upload.ts'
import { startWorld, type World } from './world.ts'
import { updateRows } from './writes.ts'

/**
 * `pnpm bench`: figures as ratios to floors measured in the same run. With names of parts (`pnpm bench api size`) only those, and those alone
 * that take long (`curve`, `routes`, `lighthouse`); `--write` puts what was measured into docs/performance/figures.md.
 */

const CLIENTS = 10_000

/** Parts that ask a portal as it is in production, whose bookkeeper has many clients, next to its floor. */
const WORLD_PARTS: Record<string, (world: World, bare: Bare) => Promise<Row[]>> = {
  api: apiRows,
  upload: uploadRows,
  realtime: realtimeRows,
  scroll: scrollRows,
  // The last: more than a thousand waiting requests leave a heap behind that no floor has.
  writes: updateRows,
}

/** Parts that open the demo portal as people do, or publish to it. */
const DEMO_PARTS: Record<string, (portal: { url: string; data: string }) => Promise<Row[]>> = {
  size: sizeRows,
  browser: browserRows,
  client: clientRows,
  publish: publishRows,
  lighthouse: lighthouseRows,
}

/** Parts that start what they measure. */
const OWN_PARTS: Record<string, () => Promise<Row[]>> = {
  start: startRows,
  build: buildRows,
  routes: routesRows,
  curve: curveRows,
  trips: tripsRows,
  pages: pagesRows,
}

/** A part by name, and what it takes to be measured. */
type Parts<Measure> = [name: string, measure: Measure][]

/** Shows a part's figures as soon as they are there. */
function done(part: string, rows: Row[]): void {
  console.log(`\n── ${part}\n${tableOf(rows)}`)
  if (options.has('--write')) writeFigures(part, rows)
}

async function measureWorld(parts: Parts<(world: World, bare: Bare) => Promise<Row[]>>): Promise<void> {
  if (parts.length === 0) return
  const world = await startWorld(CLIENTS)
  const bare = await floorFor(world)
  try {
    for (const [name, measure] of parts) {
      await settled(world)
      done(name, await measure(world, bare))
    }
  } finally {
    await bare.miniflare.dispose()
    await world.stop()
  }
}

async function measureDemo(parts: Parts<(portal: { url: string; data: string }) => Promise<Row[]>>): Promise<void> {
  if (parts.length === 0) return
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const portal = await startPortal(data)
  try {
    for (const [name, measure] of parts) done(name, await measure(portal))
  } finally {
    await portal.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** These take minutes each, and the last fetches a hundred packages for itself: only when asked for by name. */
const ON_REQUEST = new Set(['curve', 'routes', 'lighthouse'])

const ALL = { ...WORLD_PARTS, ...DEMO_PARTS, ...OWN_PARTS }
const options = new Set(process.argv.slice(2).filter((a) => a.startsWith('--')))
const asked = process.argv.slice(2).filter((a) => !options.has(a))
const unknown = asked.find((name) => !(name in ALL))
if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(ALL).join(', ')}`)
const wanted = <Measure>(parts: Record<string, Measure>): Parts<Measure> =>
  Object.entries(parts).filter(([name]) => (asked.length === 0 ? !ON_REQUEST.has(name) : asked.includes(name)))

await buildAll()
await measureWorld(wanted(WORLD_PARTS))
await measureDemo(wanted(DEMO_PARTS))
for (const [name, measure] of wanted(OWN_PARTS)) done(name, await measure())
