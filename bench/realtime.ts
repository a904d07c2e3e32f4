import type { RealtimeFrame } from '@portal/contract/events'
import type { Bare } from './bare.ts'
import { median, percentile } from './cpu.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

const ROUNDS = 30
/** As many as a 99th percentile needs. */
const ROUNDS_FOR_TAIL = 200

async function open(url: string, protocols: string[], count: number): Promise<WebSocket[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<WebSocket>((resolve, reject) => {
          const socket = new WebSocket(url.replace('http', 'ws'), protocols)
          socket.addEventListener('open', () => resolve(socket))
          socket.addEventListener('error', () => reject(new Error(`socket to ${url} failed`)))
        }),
    ),
  )
}

/** Milliseconds from the start of `act` until every socket has received a message that `counts`. */
async function untilAll(
  sockets: WebSocket[],
  counts: (data: string) => boolean,
  act: () => Promise<unknown>,
): Promise<{ fromStart: number; fromCommit: number }> {
  let committed = 0
  const started = performance.now()
  const all = Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const hear = (event: MessageEvent) => {
            if (!counts(String(event.data))) return
            socket.removeEventListener('message', hear)
            resolve()
          }
          socket.addEventListener('message', hear)
        }),
    ),
  )
  await act()
  committed = performance.now()
  await all
  const end = performance.now()
  return { fromStart: end - started, fromCommit: Math.max(0, end - committed) }
}

/** A change of a client until the last of the bookkeeper's tabs knows, against a bare hub that is told directly; in ms. */
async function measure(world: World, bare: Bare, count: number, rounds: number) {
  const portal = await open(`${world.stack.url}/api/realtime`, ['portal.v1', `token.${world.token}`], count)
  const floor = await open(`${bare.url}/hub`, [], count)
  const took: { commit: number[]; start: number[]; floor: number[] } = { commit: [], start: [], floor: [] }
  const id = world.clientIds[50] ?? ''
  const headers = { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' }
  for (let i = 0; i < rounds; i++) {
    const client = (await (await fetch(`${world.stack.url}/api/clients/${id}`, { headers })).json()) as Record<string, unknown>
    const { name, email, company, status, updated_at } = client
    const measured = await untilAll(
      portal,
      (data) => {
        const frame = JSON.parse(data) as RealtimeFrame
        return frame.t === 'event' && frame.event.type === 'client.changed'
      },
      async () => {
        const body = JSON.stringify({ name, email, company, status, updated_at, phone: `555 ${i}` })
        const response = await fetch(`${world.stack.url}/api/clients/${id}`, { method: 'PATCH', headers, body })
        if (!response.ok) throw new Error(`update answered ${response.status}`)
        await response.text()
      },
    )
    took.commit.push(measured.fromCommit)
    took.start.push(measured.fromStart)
    const hub = await untilAll(
      floor,
      () => true,
      () => fetch(`${bare.url}/hub`, { method: 'POST', body: `event ${i}` }),
    )
    took.floor.push(hub.fromStart)
  }
  for (const socket of [...portal, ...floor]) socket.close()
  return took
}

/** A change until the last of so many tabs knows, as a rule. */
async function realtimeRow(world: World, bare: Bare, count: number): Promise<Row[]> {
  const took = await measure(world, bare, count, ROUNDS)
  return [
    ratioRow(`Commit → last of ${count} sockets, p50`, median(took.commit), median(took.floor), 'ms', 1.2),
    {
      what: `Request → last of ${count} sockets, p50 / p95`,
      figure: `${median(took.start).toFixed(1)} / ${percentile(took.start, 0.95).toFixed(1)} ms`,
      against: `hub ${median(took.floor).toFixed(1)} / ${percentile(took.floor, 0.95).toFixed(1)} ms`,
      budget: '',
      met: null,
    },
  ]
}

/** A change until another tab knows, in the slowest of a hundred cases. */
async function realtimeTailRow(world: World, bare: Bare): Promise<Row[]> {
  const took = await measure(world, bare, 1, ROUNDS_FOR_TAIL)
  return [ratioRow('Commit → another socket, p99', percentile(took.commit, 0.99), percentile(took.floor, 0.99), 'ms', 1.2)]
}

/** How soon a change is on other tabs. */
export async function realtimeRows(world: World, bare: Bare): Promise<Row[]> {
  return [...(await realtimeRow(world, bare, 1)), ...(await realtimeRow(world, bare, 100)), ...(await realtimeTailRow(world, bare))]
}
