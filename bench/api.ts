import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { BUDGETS } from './budgets.ts'
import { WORKER_BUNDLE } from '../worker/local/bundle-worker.ts'
import { type Bare, startBare } from './bare.ts'
import { cpuOf, times } from './cpu.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

const ROUNDS = 6
const REQUESTS = 120

async function getAll(url: string, token: string, count: number): Promise<void> {
  await times(count, 4, async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (!response.ok || text.length < 1000) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  })
}

/** CPU per request of a list of 100 of the clients, against a bare worker with the same query; interleaved. */
async function listRow(world: World, bare: Bare): Promise<Row> {
  const list = `${world.stack.url}/api/clients?limit=100`
  const sqld = world.stack.sqld.process.pid ?? 0
  const used = { portal: 0, floor: 0 }
  await getAll(list, world.token, 100)
  await getAll(`${bare.url}/list`, world.token, 100)
  for (let round = 0; round < ROUNDS; round++) {
    let before = cpuOf(world.pids)
    await getAll(list, world.token, REQUESTS)
    used.portal += cpuOf(world.pids) - before
    before = cpuOf([...bare.pids, sqld])
    await getAll(`${bare.url}/list`, world.token, REQUESTS)
    used.floor += cpuOf([...bare.pids, sqld]) - before
  }
  const n = ROUNDS * REQUESTS
  return ratioRow('List of 100 of 10,000 clients, CPU a request', used.portal / n, used.floor / n, 'ms', BUDGETS.list)
}

/** Starts the floor next to the portal. */
export const floorFor = (world: World): Promise<Bare> =>
  startBare({ LIBSQL_URL: world.stack.sqld.url, AUTH_SECRET: world.secret })

/** What reading costs, and what there is to load before anything is answered. */
export async function apiRows(world: World, bare: Bare): Promise<Row[]> {
  const bundle = gzipSync(readFileSync(WORKER_BUNDLE), { level: 9 }).byteLength / 1000
  return [
    await listRow(world, bare),
    {
      what: 'Worker bundle',
      figure: `${bundle.toFixed(0)} kB gz`,
      against: '',
      budget: `≤ ${BUDGETS.workerBundleKb} kB gz`,
      met: bundle <= BUDGETS.workerBundleKb,
    },
  ]
}
