import { createClient } from '@libsql/client/http'
import { BUDGETS } from './budgets.ts'
import { signAccessToken } from '../worker/src/auth/sessions/access-token.ts'
import { uuidv7 } from '../worker/src/ids.ts'
import { actRows } from './api-acts.ts'
import { bareRead, fetched, floorRow, inTurns, straight } from './api-floor.ts'
import { type Bare, startBare } from './bare.ts'
import { grow, idOf, KIND } from './fill.ts'
import { isWrite, type Recorder, startRecorder } from './recorder.ts'
import { SHAPES } from './shapes.ts'
import type { Row } from './table.ts'
import { startWorld, type World } from './world.ts'

/** A portal whose every round trip is written down, and its floor. */
export interface Measured {
  world: World
  bare: Bare
  recorder: Recorder
  /** Signs a client in: the n-th one. */
  clientToken: (n: number) => Promise<string>
  clientUserId: string
}

const REQUESTS = 60
/** As the design says for lists. */

const AMONG_10_000 = ['Clients, first page', 'Clients, search, one']
const AMONG_100_000 = [
  ...AMONG_10_000,
  'Submissions, first page',
  'Submissions, pending',
  'Submissions, approved',
  'Submissions, rejected',
  'Dashboard',
  'Notifications, bell',
  'Chat, newest messages',
  'Client’s dashboard',
  'Client’s section',
]

async function readRow({ world, bare, recorder, clientToken }: Measured, name: string, n: number): Promise<Row> {
  const shape = SHAPES.find((s) => s.name === name)
  if (!shape) throw new Error(`no page is called ${name}`)
  const token = shape.client ? await clientToken(0) : world.token
  const ask = () => fetched(`${world.stack.url}${shape.path(n)}`, { headers: { authorization: `Bearer ${token}` } })
  recorder.take()
  await ask()
  const sent = recorder.take().find((s) => !isWrite(s))
  if (!sent) throw new Error(`${name}: nothing was read`)
  const ways = [{ pids: world.pids, request: ask }, await bareRead(world, bare, sent, token), straight(world, sent)]
  return floorRow(
    `${name}, of ${n.toLocaleString('en')}`,
    await inTurns(ways, REQUESTS),
    name.startsWith('Clients') ? BUDGETS.list : undefined,
  )
}

/** CPU a request of the process tree, against a bare worker with the same statements; and what the database takes of it. */
export async function routesRows(): Promise<Row[]> {
  const recorder = await startRecorder()
  const world = await startWorld(0, { LIBSQL_URL: recorder.url })
  recorder.target = world.stack.sqld.url
  const bare = await startBare({ LIBSQL_URL: world.stack.sqld.url, AUTH_SECRET: world.secret })
  const clientUserId = uuidv7()
  const clientToken = async (n: number) => {
    const actor = {
      userId: clientUserId,
      role: 'client' as const,
      firmId: world.firmId,
      clientId: idOf(KIND.client, n),
      sessionId: uuidv7(),
      timeZone: 'UTC',
    }
    return (await signAccessToken(world.secret, actor, new Date(Date.now() + 60 * 60_000))).token
  }
  const measured: Measured = { world, bare, recorder, clientToken, clientUserId }
  try {
    const rows: Row[] = []
    await grow(world, clientUserId, 0, 10_000)
    for (const name of AMONG_10_000) rows.push(await readRow(measured, name, 10_000))
    await grow(world, clientUserId, 10_000, 100_000)
    for (const name of AMONG_100_000) rows.push(await readRow(measured, name, 100_000))
    const db = createClient({ url: world.stack.sqld.url })
    rows.push(...(await actRows(measured, db)))
    db.close()
    return rows
  } finally {
    await bare.miniflare.dispose()
    await world.stop()
    await recorder.stop()
  }
}
