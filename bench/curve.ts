import { BUDGETS } from './budgets.ts'
import { type ClientSession, fill } from './fill.ts'
import { type List, LISTS } from './lists.ts'
import { type Production, startProduction } from './production.ts'
import { isWrite, type Recorder, replay, startRecorder, type Trip } from './recorder.ts'
import type { Row } from './table.ts'

const SMALL = 10_000
const LARGE = Number(process.env['BENCH_ROWS'] ?? 100_000)
const REPEATS = 15
/** Differences below this are noise. */
const NOISE_MS = 0.1

/** A filled portal whose round trips are recorded. */
interface Store extends AsyncDisposable {
  n: number
  portal: Production
  recorder: Recorder
  client: ClientSession
}

async function openStore(n: number): Promise<Store> {
  const recorder = await startRecorder()
  const portal = await startProduction({ vars: { LIBSQL_URL: recorder.url } })
  recorder.target = portal.stack.sqld.url
  const stop = async () => {
    await portal.stop()
    await recorder[Symbol.asyncDispose]()
  }
  return { n, portal, recorder, client: await fill(portal, n), [Symbol.asyncDispose]: stop }
}

/** Requests a list. @returns its only round trip @throws Error when there is not exactly one */
async function tripOf({ n, portal, recorder, client }: Store, { name, path, client: asClient }: List): Promise<Trip> {
  const headers = asClient ? { authorization: `Bearer ${client.token}` } : undefined
  recorder.take()
  const response = await portal.ask(path(n), headers && { headers })
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  // An export goes on for long: the headings and the first page of rows are enough.
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 2; chunks++) await reader?.read()
  await reader?.cancel()
  const trips = recorder.take().filter((trip) => !isWrite(trip))
  const [trip] = trips
  if (!trip || (trips.length > 1 && !name.endsWith('export'))) throw new Error(`${name}: ${trips.length} round trips`)
  return trip
}

/** Returns what the database needs for a list in each store: the best of alternating repetitions. */
async function costsOf(list: List, stores: readonly Store[]): Promise<{ ms: number; rows: number }[]> {
  const trips: Trip[] = []
  for (const store of stores) trips.push(await tripOf(store, list))
  const costs = trips.map(() => ({ ms: Number.POSITIVE_INFINITY, rows: 0 }))
  for (let i = 0; i < REPEATS; i++) {
    for (const [k, { portal }] of stores.entries()) {
      const { ms, rows } = await replay(portal.stack.sqld.url, trips[k] as Trip)
      costs[k] = { ms: Math.min(ms, costs[k]?.ms ?? ms), rows }
    }
  }
  return costs
}

async function rowOf(list: List, stores: readonly Store[]): Promise<Row> {
  const [small, large] = await costsOf(list, stores)
  if (!small || !large) throw new Error('two stores are needed')
  const most = list.scan ? BUDGETS.scanMs : list.name.startsWith('Clients, search') ? BUDGETS.searchMs : undefined
  const isFlat = list.scan === true || large.ms <= small.ms * BUDGETS.growth + NOISE_MS
  const flat = list.scan ? [] : [`≤ ${BUDGETS.growth} × + ${NOISE_MS} ms`]
  return {
    what: list.name,
    figure: `${small.ms.toFixed(2)} → ${large.ms.toFixed(2)} ms`,
    against: `${(large.ms / small.ms).toFixed(2)} ×, rows ${small.rows} → ${large.rows}`,
    budget: [...(most === undefined ? [] : [`≤ ${most} ms`]), ...flat].join(', '),
    met: isFlat && (most === undefined || small.ms <= most),
  }
}

/** Milliseconds in the database for each list at 10,000 and at 100,000 rows; BENCH_ROWS sets the latter. */
export async function measureCurve(): Promise<Row[]> {
  await using small = await openStore(SMALL)
  await using large = await openStore(LARGE)
  const rows: Row[] = []
  for (const list of LISTS) rows.push(await rowOf(list, [small, large]))
  return rows
}
