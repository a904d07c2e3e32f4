import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { buildAll } from '../worker/local/build.ts'
import { WORKER_BUNDLE } from '../worker/local/bundle-worker.ts'
import { startPortal } from '../shell/e2e/portal.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../worker/local/seed/people.ts'
import { contentionRow, floorFor, listRow, updateRow } from './api.ts'
import { browserRows, clientRows } from './browser.ts'
import { memoryOf, processTree } from './cpu.ts'
import { realtimeRow, realtimeTailRow } from './realtime.ts'
import { scrollRows } from './scroll.ts'
import { sizeRows } from './size.ts'
import { publishRows } from './publish.ts'
import { printTable, type Row } from './table.ts'
import { uploadRows } from './upload.ts'
import { startWorld } from './world.ts'

/**
 * `pnpm bench`: figures as ratios to floors measured in the same run. With names of parts (api, upload, realtime, scroll, size, browser, client, publish) only
 * those; BENCH_SECONDS sets how long the 64 writers write (60).
 */

const PARTS = ['api', 'upload', 'realtime', 'scroll', 'size', 'browser', 'client', 'publish'] as const
type Part = (typeof PARTS)[number]
const CLIENTS = 10_000

async function serverRows(wanted: Set<Part>): Promise<Row[]> {
  if (!(['api', 'upload', 'realtime', 'scroll'] as const).some((part) => wanted.has(part))) return []
  const world = await startWorld(CLIENTS)
  const bare = await floorFor(world)
  const rows: Row[] = []
  try {
    if (wanted.has('api')) {
      rows.push(await listRow(world, bare), await updateRow(world), await contentionRow(world, Number(process.env['BENCH_SECONDS'] ?? 60)))
      const bundle = gzipSync(readFileSync(WORKER_BUNDLE), { level: 9 }).byteLength / 1000
      rows.push({ what: 'Worker bundle', figure: `${bundle.toFixed(0)} kB gz`, against: '', budget: '≤ 300 kB gz', met: bundle <= 300 })
    }
    if (wanted.has('upload')) rows.push(...(await uploadRows(world, bare)))
    if (wanted.has('realtime'))
      rows.push(...(await realtimeRow(world, bare, 1)), ...(await realtimeRow(world, bare, 100)), ...(await realtimeTailRow(world, bare)))
    if (wanted.has('scroll')) rows.push(...(await scrollRows(world)))
  } finally {
    await bare.miniflare.dispose()
    await world.stop()
  }
  return rows
}

async function screenRows(wanted: Set<Part>): Promise<Row[]> {
  if (!(['size', 'browser', 'client', 'publish'] as const).some((part) => wanted.has(part))) return []
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  await (await startPortal(data)).stop()
  const started = performance.now()
  const portal = await startPortal(data)
  const took = performance.now() - started
  const memory = memoryOf(processTree(portal.process.pid ?? 0))
  const people = { bookkeeper: DEMO_BOOKKEEPER.email, client: DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? '', password: DEMO_PASSWORD }
  try {
    return [
      { what: 'start, warm', figure: `${(took / 1000).toFixed(1)} s`, against: '', budget: '≤ 5 s', met: took <= 5000 },
      { what: 'Memory of all processes', figure: `${memory.toFixed(0)} MB`, against: '', budget: '≤ 400 MB', met: memory <= 400 },
      ...(wanted.has('size') ? await sizeRows(portal.url, people) : []),
      ...(wanted.has('browser') ? await browserRows(portal.url, people) : []),
      ...(wanted.has('client') ? await clientRows(portal.url, people) : []),
      ...(wanted.has('publish') ? await publishRows(portal) : []),
    ]
  } finally {
    await portal.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

const asked = process.argv.slice(2).filter((a): a is Part => PARTS.some((p) => p === a))
const wanted = new Set<Part>(asked.length > 0 ? asked : PARTS)
await buildAll()
const rows = [...(await serverRows(wanted)), ...(await screenRows(wanted))]
printTable(rows)
