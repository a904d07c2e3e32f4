import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { WORKER_BUNDLE } from '../tools/run/bundle-worker.ts'
import { BUDGETS } from './budgets.ts'
import { memoryOf } from './cpu.ts'
import { fill } from './fill.ts'
import { idOf, KIND } from './fill-rows.ts'
import { type Floor, startFloor } from './floor.ts'
import { bodyOf, measure, measureAll, repeat } from './measure.ts'
import { type Production, startProduction } from './production.ts'
import { startRecorder, type Statement, statementsOf } from './recorder.ts'
import { limitRow, type Row, ratioRow } from './table.ts'
import { updateClient } from './update-client.ts'

const CLIENTS = 10_000
const PATH = '/api/clients?limit=100'
const REQUESTS = 120
const LONE_UPDATES = 6
const MANY = 20_000
/** Longer than the delay after which the writer seals the audit log. */
const PAUSE_MS = 1300

/** Returns the statement that the worker sends for the list of a bookkeeper. */
async function listStatement(userId: string): Promise<Statement> {
  await using recorder = await startRecorder()
  await using portal = await startProduction({ vars: { LIBSQL_URL: recorder.url } })
  recorder.target = portal.stack.sqld.url
  await portal.settle()
  recorder.take()
  await bodyOf(portal.ask(PATH))
  const statement = recorder
    .take()
    .flatMap(statementsOf)
    .find(({ sql }) => sql.includes('book_clients'))
  if (!statement) throw new Error('the list sent no statement')
  const args = statement.args.map((arg) => (arg.value === portal.userId ? { ...arg, value: userId } : arg))
  return { ...statement, args }
}

/** Measures the CPU of a list of 100 clients against a bare worker that checks the token and sends the same SQL. */
async function listRow(portal: Production, floor: Floor, width: 1 | 16): Promise<Row> {
  const headers = { authorization: `Bearer ${portal.token}` }
  const load = { requests: REQUESTS, width }
  const { cost, floor: bare } = await measure(
    { ...load, pids: portal.pids, request: () => bodyOf(portal.ask(PATH)) },
    { ...load, pids: floor.pids, request: () => bodyOf(fetch(`${floor.url}/query/list`, { headers })) },
  )
  return ratioRow(`List of 100 of 10,000 clients, ${width} at once: CPU`, cost.cpu, bare.cpu, 'ms', BUDGETS.list[width])
}

/**
 * Measures the CPU of updates with everything that follows them, against a bare UPDATE through one writer: one after
 * the other, and each alone, less what the processes use in such a pause.
 */
async function updateRows(portal: Production, floor: Floor): Promise<Row[]> {
  const sql = 'UPDATE book_clients SET phone = ? WHERE id = ?'
  const headers = { authorization: `Bearer ${portal.token}` }
  const updateBare = (i: number) => {
    const args = [`555 ${i}`, idOf(KIND.client, CLIENTS - 1)].map((value) => ({ type: 'text', value }))
    const init = { method: 'POST', headers, body: JSON.stringify({ sql, args }) }
    return bodyOf(fetch(`${floor.url}/query/update`, init))
  }
  let client = 0
  const update = () => updateClient(portal, ++client)
  const idle = async () => {
    await pause(PAUSE_MS)
    await portal.settle()
  }
  const updateInTurn = async (i: number) => {
    await update()
    if (i % REQUESTS === REQUESTS - 1) await idle()
  }
  const [inTurn, bare] = await measureAll([
    { pids: portal.pids, requests: REQUESTS, width: 1, request: updateInTurn },
    { pids: floor.pids, requests: REQUESTS, width: 1, request: updateBare },
  ])
  const pids = [...new Set([...portal.pids, ...floor.pids])]
  const lone = (task: (i: number) => Promise<unknown>) => ({
    pids,
    requests: LONE_UPDATES,
    width: 1,
    request: async (i: number) => {
      await task(i)
      await idle()
    },
  })
  const [alone, bareAlone, paused] = await measureAll([lone(update), lone(updateBare), lone(async () => undefined)])
  const [cpu, bareCpu] = [alone.cpu - paused.cpu, bareAlone.cpu - paused.cpu]
  return [
    ratioRow('One update at a time, with all that follows: CPU', inTurn.cpu, bare.cpu, 'ms', BUDGETS.update),
    ratioRow('… with a pause after each', cpu, bareCpu, 'ms'),
  ]
}

/** Measures memory after 20,000 lists, against a bare worker; the growth shows whether it settles. */
async function memoryRow(portal: Production, floor: Floor): Promise<Row> {
  const headers = { authorization: `Bearer ${portal.token}` }
  const memoryAfter = async (pids: readonly number[], request: () => Promise<unknown>) => {
    await repeat(MANY / 2, 16, request)
    const half = memoryOf(pids)
    await repeat(MANY / 2, 16, request)
    const full = memoryOf(pids)
    return { full, growth: `+${(full - half).toFixed(0)} MB` }
  }
  const used = await memoryAfter(portal.pids, () => bodyOf(portal.ask(PATH)))
  const bare = await memoryAfter(floor.pids, () => bodyOf(fetch(`${floor.url}/query/list`, { headers })))
  const row = ratioRow('Memory after 20,000 lists', used.full, bare.full, 'MB', BUDGETS.memory)
  return { ...row, against: `${row.against} (in the second half ${used.growth} against ${bare.growth})` }
}

/** Measures what requests cost, and the size of the worker. */
export async function measureApi(): Promise<Row[]> {
  await using portal = await startProduction()
  await fill(portal, CLIENTS)
  await using floor = await startFloor(portal, await listStatement(portal.userId))
  const bundle = gzipSync(readFileSync(WORKER_BUNDLE), { level: 9 }).byteLength / 1000
  return [
    await listRow(portal, floor, 1),
    await listRow(portal, floor, 16),
    ...(await updateRows(portal, floor)),
    await memoryRow(portal, floor),
    limitRow('Worker bundle', bundle, BUDGETS.workerBundleKb, 'kB gz'),
  ]
}
