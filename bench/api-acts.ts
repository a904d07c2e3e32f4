import type { Client } from '@libsql/client/http'
import { hashPassword } from '../worker/src/auth/passwords/password-hash.ts'
import { fetched, floorRow, inTurns, straight, type Way } from './api-floor.ts'
import type { Measured } from './api-routes.ts'
import { cpuInDetail, times } from './cpu.ts'
import { idOf, KIND } from './fill.ts'
import { isWrite, type Sent } from './recorder.ts'
import { settled } from './settled.ts'
import type { Row } from './table.ts'

/** What changing something costs: submitting, approving, writing, signing in. */

const ACTS = 60
const WIDTH = 4
const PASSWORD = 'correct-horse-7'

const post = (token: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
})

/** What is done `ACTS` times, each to something of its own. */
interface Act {
  what: string
  request: (i: number) => Promise<unknown>
}

const acts = ({ world, clientToken }: Measured): Act[] => {
  const { url } = world.stack
  // Every tenth pair is assigned, and every tenth waits for review.
  const pair = (rest: number, i: number): number => 10 * (i + 1) + rest
  return [
    {
      what: 'Submit a section',
      request: async (i) => {
        const body = { answers: { 'field-0-0': 'An answer' }, version: 1 }
        await fetched(
          `${url}/api/portal/sections/${idOf(KIND.section, 3 * pair(8, i))}/submit`,
          post(await clientToken(pair(8, i)), body),
        )
      },
    },
    {
      what: 'Approve a section',
      request: (i) =>
        fetched(`${url}/api/sections/${idOf(KIND.section, 3 * pair(6, i))}/approve`, post(world.token, { version: 1 })),
    },
    {
      what: 'Send a message',
      request: (i) =>
        fetched(
          `${url}/api/chat/threads/${idOf(KIND.thread, 0)}/messages`,
          post(world.token, { message: `Message ${i}, of some length.` }),
        ),
    },
  ]
}

/** The round trips of each request, taken while what is written is undone at the database: so it can be sent once more, on the same state. */
async function rehearsed({ recorder }: Measured, { request }: Act): Promise<Sent[][]> {
  const trips: Sent[][] = []
  recorder.undo = true
  try {
    for (let i = 0; i < ACTS; i++) {
      recorder.take()
      await request(i)
      const sent = recorder.take()
      // What others write meanwhile (the trail's seal, deliveries) is none of it: the request's own write comes first.
      trips.push([...sent.filter((s) => !isWrite(s)).slice(0, 1), ...sent.filter(isWrite).slice(0, 1)])
    }
  } finally {
    recorder.undo = false
  }
  return trips
}

/** Sends the round trips of each request, one request after the other in each lane. @returns CPU milliseconds a request */
async function floorOf(trips: readonly Sent[][], way: (sent: Sent) => Way): Promise<number> {
  const [first] = trips.flat()
  if (!first) throw new Error('nothing was sent')
  const { pids } = way(first)
  const before = cpuInDetail(pids)
  await times(trips.length, WIDTH, async (i) => {
    for (const sent of trips[i] ?? []) await way(sent).request(i)
  })
  return (cpuInDetail(pids) - before) / trips.length
}

async function actRow(measured: Measured, db: Client, act: Act): Promise<Row> {
  const { world, bare } = measured
  const trips = await rehearsed(measured, act)
  await settled(world)
  const relayed = ({ path, body }: Sent): Way => ({
    pids: [...bare.pids, world.stack.sqld.process.pid ?? 0],
    request: () =>
      fetched(`${bare.url}/relay?path=${encodeURIComponent(path)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.token}` },
        body,
      }),
  })
  const floors = [await floorOf(trips, relayed), await floorOf(trips, (sent) => straight(world, sent))]
  const before = cpuInDetail(world.pids)
  await times(ACTS, WIDTH, act.request)
  const answered = (cpuInDetail(world.pids) - before) / ACTS
  await settled(world)
  const all = (cpuInDetail(world.pids) - before) / ACTS
  const row = floorRow(act.what, [answered, ...floors])
  return { ...row, against: `${row.against}; with all that follows ${all.toFixed(1)} ms` }
}

/** Signing in against the bare hash, with one query beside it. */
async function signInRow({ world, bare }: Measured, db: Client): Promise<Row> {
  const stored = await hashPassword(PASSWORD)
  await db.execute({ sql: 'UPDATE auth_users SET password_hash = ? WHERE id = ?', args: [stored, world.userId] })
  const [salt, hash] = stored.split('$').slice(-2)
  const query = {
    sql: 'SELECT * FROM auth_users u JOIN profiles p ON p.id = u.id WHERE u.email = ?',
    args: ['bench@example.com'],
  }
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: PASSWORD, portal: 'bookkeeper' }),
  }
  const bareHash = { method: 'POST', body: JSON.stringify({ password: PASSWORD, salt, hash, ...query }) }
  const ways: Way[] = [
    { pids: world.pids, request: () => fetched(`${world.stack.url}/api/auth/sign-in`, signIn) },
    { pids: [...bare.pids, world.stack.sqld.process.pid ?? 0], request: () => fetched(`${bare.url}/scrypt`, bareHash) },
  ]
  const [portal = 0, floor = 0] = await inTurns(ways, 4, 3, 1)
  const row = floorRow('Sign in', [portal, floor, 0], 1.1)
  return {
    ...row,
    against: `${portal.toFixed(0)} against ${floor.toFixed(0)} ms (scrypt and a query): ours is ${(portal - floor).toFixed(1)} ms`,
  }
}

/** Each against its own round trips, by a bare worker and straight; those undo what they write, the portal's stays. */
export async function actRows(measured: Measured, db: Client): Promise<Row[]> {
  const rows: Row[] = []
  for (const act of acts(measured)) rows.push(await actRow(measured, db, act))
  rows.push(await signInRow(measured, db))
  await settled(measured.world)
  return rows
}
