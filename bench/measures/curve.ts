import type { Row } from '../rows.ts'
import { startRecorded } from '../setup/recorder.ts'
import { type List, LISTS } from './lists.ts'

const SMALL = 10_000
const LARGE = Number(process.env['BENCH_ROWS'] ?? 100_000)
const REPEATS = 15
/** Time in the database at the larger size against 10,000 rows. */
const GROWTH = 1.5
/** Differences below this are noise. */
const NOISE_MS = 0.1

type Store = Awaited<ReturnType<typeof startRecorded>>

/** What the database needs for a list. */
interface Cost {
  ms: number
  rows: number
  trips: number
}

async function costOf({ portal, recorder, client }: Store, n: number, list: List): Promise<Cost> {
  recorder.take()
  const headers = list.client ? { authorization: `Bearer ${client.token}` } : {}
  const response = await portal.ask(list.path(n), { headers })
  const body = await response.text()
  if (!response.ok) throw new Error(`${list.name}: ${response.status} ${body}`)
  const trips = recorder.take().filter(({ request }) => !request.includes('BEGIN IMMEDIATE'))
  const cost = { ms: 0, rows: 0, trips: trips.length }
  for (const { ms, rows } of trips) Object.assign(cost, { ms: cost.ms + ms, rows: cost.rows + rows })
  return cost
}

function rowOf({ name, atMost, scan }: List, small: Cost, large: Cost): Row {
  const trips = large.trips === 1 ? '' : `, ${large.trips} round trips`
  return {
    what: name,
    figure: `${small.ms.toFixed(2)} → ${large.ms.toFixed(2)} ms`,
    against: `${(large.ms / small.ms).toFixed(2)} ×, rows ${small.rows} → ${large.rows}${trips}`,
    budget: [atMost && `≤ ${atMost} ms`, !scan && `≤ ${GROWTH} × + ${NOISE_MS} ms`].filter(Boolean).join(', '),
    met: small.ms <= (atMost ?? small.ms) && (scan === true || large.ms <= small.ms * GROWTH + NOISE_MS),
  }
}

/**
 * Measures the milliseconds in the database for each list at 10,000 and at 100,000 rows, the best of alternating
 * requests. BENCH_ROWS sets the larger size.
 */
export async function measureCurve(): Promise<Row[]> {
  await using small = await startRecorded(SMALL)
  await using large = await startRecorded(LARGE)
  const rows: Row[] = []
  for (const list of LISTS) {
    const costs: [Cost, Cost][] = []
    for (let i = 0; i < REPEATS; i++) costs.push([await costOf(small, SMALL, list), await costOf(large, LARGE, list)])
    const best = (k: 0 | 1): Cost => costs.map((pair) => pair[k]).reduce((a, b) => (a.ms < b.ms ? a : b))
    rows.push(rowOf(list, best(0), best(1)))
  }
  return rows
}
