import { BUDGETS } from './budgets.ts'
import { signAccessToken } from '../worker/src/auth/sessions/access-token.ts'
import { uuidv7 } from '../worker/src/ids.ts'
import { cpuOf, times } from './cpu.ts'
import { grow, idOf, KIND } from './fill.ts'
import { type DatabaseCost, isWrite, type Recorder, replay, type Sent, startRecorder } from './recorder.ts'
import { SHAPES, type Shape } from './shapes.ts'
import type { Row } from './table.ts'
import { startWorld, type World } from './world.ts'

/** From here on cost is held against what it is at this size. */
const BASE = 10_000
/** What is seen on the way there. */
const SMALL = [100, 1_000]
const LARGEST = 100_000
/** As the design says: at the largest size against `BASE`. What is below a tenth of a millisecond is noise. */
const LIMIT = 1.5
const NOISE_MS = 0.1
/** How often each is asked again: the two sizes that are compared in turns. */
const REPEATS = 15
const REQUESTS = 50
const ROUNDS = 3
/** One that has to go through all of one's clients there (docs/decisions/0027). */
const THROUGH_MS = 10

interface Point extends DatabaseCost {
  /** Of the process tree, a request; where it was measured. */
  cpu?: number | undefined
}

interface Asker {
  world: World
  recorder: Recorder
  clientToken: string
}

/** A portal and how many of everything it has. */
interface Place {
  asker: Asker
  n: number
}

/** The answer as far as it takes to have its first bytes: exports go on for long. */
async function ask({ world, clientToken }: Asker, shape: Shape, n: number): Promise<void> {
  const response = await fetch(`${world.stack.url}${shape.path(n)}`, {
    headers: { authorization: `Bearer ${shape.client ? clientToken : world.token}` },
  })
  if (!response.ok) throw new Error(`${shape.name}: ${response.status} ${await response.text()}`)
  if (!shape.name.startsWith('Export')) return void (await response.text())
  const reader = response.body?.getReader()
  // The line of headings, and the first page.
  for (let i = 0; i < 2; i++) await reader?.read()
  await reader?.cancel()
}

/** The round trip in which a shape was read, as it was really sent. */
async function sentFor(asker: Asker, shape: Shape, n: number): Promise<Sent> {
  asker.recorder.take()
  await ask(asker, shape, n)
  const [first] = asker.recorder.take().filter((sent) => !isWrite(sent))
  if (!first) throw new Error(`${shape.name}: nothing was read`)
  return first
}

/** What the database needs for a shape at each place: sent again straight to it, in turns; the best of some times. */
async function inDatabase(shape: Shape, places: readonly Place[]): Promise<DatabaseCost[]> {
  const sent = await Promise.all(places.map(({ asker, n }) => sentFor(asker, shape, n)))
  const costs: DatabaseCost[][] = places.map(() => [])
  for (let i = 0; i < REPEATS; i++) {
    for (const [k, { asker }] of places.entries()) {
      const [again, of] = [sent[k], costs[k]]
      if (again && of) of.push(await replay(asker.world.stack.sqld.url, again))
    }
  }
  return costs.map((of) => ({ ms: Math.min(...of.map((c) => c.ms)), rows: of[0]?.rows ?? 0 }))
}

/** CPU of the process tree a request, at each place, in turns. */
async function cpuPerRequest(shape: Shape, places: readonly Place[]): Promise<number[]> {
  for (const { asker, n } of places) await times(20, 2, () => ask(asker, shape, n))
  const used = places.map(() => 0)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [k, { asker, n }] of places.entries()) {
      const before = cpuOf(asker.world.pids)
      await times(REQUESTS, 2, () => ask(asker, shape, n))
      used[k] = (used[k] ?? 0) + cpuOf(asker.world.pids) - before
    }
  }
  return used.map((sum) => sum / (ROUNDS * REQUESTS))
}

/** A portal of its own, and how it is asked. */
async function openAsker(): Promise<Asker> {
  const recorder = await startRecorder()
  const world = await startWorld(0, { LIBSQL_URL: recorder.url })
  recorder.target = world.stack.sqld.url
  const actor = {
    userId: CLIENT_USER,
    role: 'client' as const,
    firmId: world.firmId,
    clientId: idOf(KIND.client, 0),
    sessionId: uuidv7(),
    timeZone: 'UTC',
  }
  const { token } = await signAccessToken(world.secret, actor, new Date(Date.now() + 3 * 60 * 60_000))
  return { world, recorder, clientToken: token }
}

async function closeAsker({ world, recorder }: Asker): Promise<void> {
  await world.stop()
  await recorder.stop()
}

/** What each shape costs at the small sizes, then at `BASE` and the largest, which stand side by side. */
async function measure(base: Asker, large: Asker, largest: number): Promise<Map<Shape, Point[]>> {
  const points = new Map<Shape, Point[]>(SHAPES.map((shape) => [shape, []]))
  let had = 0
  for (const n of SMALL) {
    await grow(base.world, CLIENT_USER, had, n)
    had = n
    for (const [shape, known] of points) known.push(...(await inDatabase(shape, [{ asker: base, n }])))
  }
  await grow(base.world, CLIENT_USER, had, BASE)
  await grow(large.world, CLIENT_USER, 0, largest)
  const places = [
    { asker: base, n: BASE },
    { asker: large, n: largest },
  ]
  for (const [shape, known] of points) {
    const costs = await inDatabase(shape, places)
    const cpu = shape.cpu ? await cpuPerRequest(shape, places) : []
    known.push(...costs.map((cost, k) => ({ ...cost, cpu: cpu[k] })))
  }
  return points
}

const CLIENT_USER = uuidv7()
const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0))

function rowOf(shape: Shape, points: readonly Point[]): Row {
  const [base, last] = points.slice(-2)
  const ratio = (last?.ms ?? 0) / (base?.ms ?? 1)
  const flat = (last?.ms ?? 0) <= (base?.ms ?? 0) * LIMIT + NOISE_MS
  const most = shape.goesThrough ? THROUGH_MS : shape.name.startsWith('Clients, search') ? BUDGETS.searchMs : undefined
  const budgets = [
    ...(most === undefined ? [] : [`≤ ${most} ms in ${BASE.toLocaleString('en')}`]),
    ...(shape.goesThrough ? [] : ['flat']),
  ]
  const cpu =
    base?.cpu !== undefined && last?.cpu !== undefined ? `, CPU ${base.cpu.toFixed(1)} → ${last.cpu.toFixed(1)} ms` : ''
  return {
    what: shape.name,
    figure: points.map((p) => ms(p.ms)).join(' · '),
    against: `${ratio.toFixed(2)} ×, rows ${base?.rows} → ${last?.rows}${cpu}`,
    budget: budgets.join(', '),
    met: (flat || shape.goesThrough === true) && (most === undefined || (base?.ms ?? 0) <= most),
  }
}

/** Cost against size: milliseconds in the database with 100, 1,000, 10,000 and 100,000 rows behind a page. BENCH_ROWS sets the last. */
export async function curveRows(): Promise<Row[]> {
  const largest = Number(process.env['BENCH_ROWS'] ?? LARGEST)
  const [base, large] = [await openAsker(), await openAsker()]
  try {
    const points = await measure(base, large, largest)
    const head: Row = {
      what: 'Milliseconds in the database',
      figure: [...SMALL, BASE, largest].map((n) => n.toLocaleString('en')).join(' · '),
      against: `${largest.toLocaleString('en')} against ${BASE.toLocaleString('en')}`,
      budget: `flat: ≤ ${LIMIT} × + ${NOISE_MS} ms`,
      met: null,
    }
    return [head, ...[...points].map(([shape, known]) => rowOf(shape, known))]
  } finally {
    await closeAsker(base)
    await closeAsker(large)
  }
}
