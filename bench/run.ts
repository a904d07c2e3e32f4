import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../shell/e2e/portal.ts'
import { buildAll } from '../worker/local/build.ts'
import { apiRows, floorFor } from './api.ts'
import type { Bare } from './bare.ts'
import { browserRows, clientRows } from './browser.ts'
import { publishRows } from './publish.ts'
import { realtimeRows } from './realtime.ts'
import { scrollRows } from './scroll.ts'
import { sizeRows } from './size.ts'
import { startRows } from './start.ts'
import { printTable, type Row } from './table.ts'
import { uploadRows } from './upload.ts'
import { startWorld, type World } from './world.ts'
import { updateRows } from './writes.ts'

/** `pnpm bench`: figures as ratios to floors measured in the same run. With names of parts (`pnpm bench api size`) only those. */

const CLIENTS = 10_000

/** Parts that ask a portal as it is in production, whose bookkeeper has many clients, next to its floor. */
const WORLD_PARTS: Record<string, (world: World, bare: Bare) => Promise<Row[]>> = {
  api: apiRows,
  writes: updateRows,
  upload: uploadRows,
  realtime: realtimeRows,
  scroll: scrollRows,
}

/** Parts that open the demo portal as people do, or publish to it. */
const DEMO_PARTS: Record<string, (portal: { url: string; data: string }) => Promise<Row[]>> = {
  size: sizeRows,
  browser: browserRows,
  client: clientRows,
  publish: publishRows,
}

/** Parts that start what they measure. */
const OWN_PARTS: Record<string, () => Promise<Row[]>> = {
  start: startRows,
}

async function worldRows(parts: ((world: World, bare: Bare) => Promise<Row[]>)[]): Promise<Row[]> {
  const world = await startWorld(CLIENTS)
  const bare = await floorFor(world)
  const rows: Row[] = []
  try {
    for (const part of parts) rows.push(...(await part(world, bare)))
  } finally {
    await bare.miniflare.dispose()
    await world.stop()
  }
  return rows
}

async function demoRows(parts: ((portal: { url: string; data: string }) => Promise<Row[]>)[]): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const portal = await startPortal(data)
  const rows: Row[] = []
  try {
    for (const part of parts) rows.push(...(await part(portal)))
  } finally {
    await portal.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return rows
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in WORLD_PARTS || name in DEMO_PARTS || name in OWN_PARTS))
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}: ${Object.keys({ ...WORLD_PARTS, ...DEMO_PARTS, ...OWN_PARTS }).join(', ')}`)
const wanted = <Part>(parts: Record<string, Part>) =>
  Object.entries(parts)
    .filter(([name]) => asked.length === 0 || asked.includes(name))
    .map(([, part]) => part)

await buildAll()
const [world, demo, own] = [wanted(WORLD_PARTS), wanted(DEMO_PARTS), wanted(OWN_PARTS)]
const rows = world.length > 0 ? await worldRows(world) : []
if (demo.length > 0) rows.push(...(await demoRows(demo)))
for (const part of own) rows.push(...(await part()))
printTable(rows)
