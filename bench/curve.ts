import { signAccessToken } from '../worker/src/auth/token.ts'
import { uuidv7 } from '../worker/src/ids.ts'
import { cpuOf, times } from './cpu.ts'
import { grow, idOf, KIND } from './fill.ts'
import { type DatabaseCost, isWrite, type Recorder, replay, startRecorder } from './recorder.ts'
import { SHAPES, type Shape } from './shapes.ts'
import type { Row } from './table.ts'
import { startWorld, type World } from './world.ts'

/** From here on cost is held against what it is at this size. */
const BASE = 10_000
const SIZES = [100, 1_000, BASE, 100_000]
/** As the design says: at the largest size against `BASE`. What is below a tenth of a millisecond is noise. */
const LIMIT = 1.1
const NOISE_MS = 0.1
const REPEATS = 9
const REQUESTS = 150
/** A search among 10,000 clients, in the database. */
const SEARCH_MS = 0.5

interface Point extends DatabaseCost {
  /** Of the process tree, a request; where it was measured. */
  cpu?: number
}

interface Asker {
  world: World
  recorder: Recorder
  clientToken: string
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

/** What the database needs for a shape: the statements that were really sent, sent again straight to it, the best of some times. */
async function inDatabase(asker: Asker, shape: Shape, n: number): Promise<DatabaseCost> {
  asker.recorder.take()
  await ask(asker, shape, n)
  const reads = asker.recorder.take().filter((sent) => !isWrite(sent))
  const [first] = reads
  if (!first) throw new Error(`${shape.name}: nothing was read`)
  const costs: DatabaseCost[] = []
  for (let i = 0; i < REPEATS; i++) costs.push(await replay(asker.world.stack.sqld.url, first))
  return { ms: Math.min(...costs.map((c) => c.ms)), rows: costs[0]?.rows ?? 0 }
}

async function cpuPerRequest(asker: Asker, shape: Shape, n: number): Promise<number> {
  await times(20, 2, () => ask(asker, shape, n))
  const before = cpuOf(asker.world.pids)
  await times(REQUESTS, 2, () => ask(asker, shape, n))
  return (cpuOf(asker.world.pids) - before) / REQUESTS
}

async function measure(asker: Asker, sizes: readonly number[]): Promise<Map<Shape, Point[]>> {
  const points = new Map<Shape, Point[]>(SHAPES.map((shape) => [shape, []]))
  const largest = sizes.at(-1)
  let had = 0
  for (const n of sizes) {
    await grow(asker.world, CLIENT_USER, had, n)
    had = n
    for (const [shape, known] of points) {
      const cost = await inDatabase(asker, shape, n)
      known.push(shape.cpu && (n === BASE || n === largest) ? { ...cost, cpu: await cpuPerRequest(asker, shape, n) } : cost)
    }
  }
  return points
}

const CLIENT_USER = uuidv7()
const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0))
const at = (points: readonly Point[], sizes: readonly number[], n: number | undefined): Point | undefined => points[sizes.indexOf(n ?? 0)]

function rowOf(shape: Shape, points: readonly Point[], sizes: readonly number[]): Row {
  const [base, last] = [at(points, sizes, BASE), at(points, sizes, sizes.at(-1))]
  const ratio = (last?.ms ?? 0) / (base?.ms ?? 1)
  const flat = (last?.ms ?? 0) <= (base?.ms ?? 0) * LIMIT + NOISE_MS
  const isSearch = shape.name.startsWith('Clients, search')
  const cpu = base?.cpu !== undefined && last?.cpu !== undefined ? `, CPU ${base.cpu.toFixed(1)} → ${last.cpu.toFixed(1)} ms` : ''
  return {
    what: shape.name,
    figure: points.map((p) => ms(p.ms)).join(' · '),
    against: `${ratio.toFixed(2)} ×, rows ${base?.rows} → ${last?.rows}${cpu}`,
    budget: isSearch ? `≤ ${SEARCH_MS} ms in ${BASE.toLocaleString('en')}, flat` : 'flat',
    met: flat && (!isSearch || (base?.ms ?? 0) <= SEARCH_MS),
  }
}

/** Cost against size: milliseconds in the database with 100, 1,000, 10,000 and 100,000 rows behind a page. BENCH_ROWS goes further. */
export async function curveRows(): Promise<Row[]> {
  const most = Number(process.env['BENCH_ROWS'] ?? 0)
  const sizes = most > 0 ? [...SIZES.filter((n) => n < most), most] : SIZES
  const recorder = await startRecorder()
  const world = await startWorld(0, { LIBSQL_URL: recorder.url })
  recorder.target = world.stack.sqld.url
  try {
    const actor = {
      userId: CLIENT_USER,
      role: 'client' as const,
      firmId: world.firmId,
      clientId: idOf(KIND.client, 0),
      sessionId: uuidv7(),
      timeZone: 'UTC',
    }
    const { token } = await signAccessToken(world.secret, actor, new Date(Date.now() + 60 * 60_000))
    const points = await measure({ world, recorder, clientToken: token }, sizes)
    const head: Row = {
      what: 'Milliseconds in the database',
      figure: sizes.map((n) => n.toLocaleString('en')).join(' · '),
      against: `${sizes.at(-1)?.toLocaleString('en')} against ${BASE.toLocaleString('en')}`,
      budget: `flat: ≤ ${LIMIT} × + ${NOISE_MS} ms`,
      met: null,
    }
    return [head, ...[...points].map(([shape, known]) => rowOf(shape, known, sizes))]
  } finally {
    await world.stop()
    await recorder.stop()
  }
}
