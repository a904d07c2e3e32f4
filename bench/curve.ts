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

/** Requests a list and returns its round trips. */
async function tripsOf(
  { n, portal, recorder, client }: Store,
  { name, path, client: asClient }: List,
): Promise<Trip[]> {
  recorder.take()
  const response = await portal.ask(path(n), asClient ? { headers: { authorization: `Bearer ${client.token}` } } : {})
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  // A whole export takes long. The headings and the first page of rows are enough.
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 2; chunks++) await reader?.read()
  await reader?.cancel()
  const trips = recorder.take().filter((trip) => !isWrite(trip))
  return name.endsWith('export') ? trips.slice(0, 1) : trips
}

/** What the database needs for a list. */
interface Cost {
  ms: number
  rows: number
  trips: number
}

/** Replays the round trips of a list against the database. */
async function costOf({ portal }: Store, trips: readonly Trip[]): Promise<Cost> {
  const cost = { ms: 0, rows: 0, trips: trips.length }
  for (const trip of trips) {
    const { ms, rows } = await replay(portal.stack.sqld.url, trip)
    Object.assign(cost, { ms: cost.ms + ms, rows: cost.rows + rows })
  }
  return cost
}

/** Returns the cost of a list in each store: the best of alternating repetitions. */
async function costsOf(list: List, stores: readonly [Store, Store]): Promise<[Cost, Cost]> {
  const [small, large] = [await tripsOf(stores[0], list), await tripsOf(stores[1], list)]
  const costs: [Cost, Cost][] = []
  for (let i = 0; i < REPEATS; i++) costs.push([await costOf(stores[0], small), await costOf(stores[1], large)])
  const best = (k: 0 | 1): Cost => costs.map((pair) => pair[k]).reduce((a, b) => (a.ms < b.ms ? a : b))
  return [best(0), best(1)]
}

async function rowOf(list: List, stores: readonly [Store, Store]): Promise<Row> {
  const [small, large] = await costsOf(list, stores)
  const most = list.scan ? BUDGETS.scanMs : list.name.startsWith('Clients, search') ? BUDGETS.searchMs : undefined
  const isFlat = list.scan === true || large.ms <= small.ms * BUDGETS.growth + NOISE_MS
  const trips = large.trips === 1 ? '' : `, ${large.trips} round trips`
  const flat = list.scan ? [] : [`≤ ${BUDGETS.growth} × + ${NOISE_MS} ms`]
  return {
    what: list.name,
    figure: `${small.ms.toFixed(2)} → ${large.ms.toFixed(2)} ms`,
    against: `${(large.ms / small.ms).toFixed(2)} ×, rows ${small.rows} → ${large.rows}${trips}`,
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
