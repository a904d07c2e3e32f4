import type { RealtimeMessage } from '@portal/contract/events'
import type { Bare } from './bare.ts'
import { median, percentile } from './cpu.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

/** How many tabs listen, and how often a change is made for them. */
const CROWDS = [
  { count: 1, rounds: 30 },
  { count: 100, rounds: 30 },
  { count: 1_000, rounds: 15 },
] as const
/** As many as a 99th percentile needs, in turns: what else the machine does comes to both sides. */
const TAIL = { turns: 10, rounds: 40 } as const
/** Sockets that are opened at once. */
const WIDTH = 50

function openOne(url: string, protocols: string[], i: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    // From many addresses, as tabs are: the portal slows down one that asks for hundreds.
    const headers = { 'cf-connecting-ip': `10.1.${i >> 8}.${i & 255}` }
    const socket = new WebSocket(url.replace('http', 'ws'), { protocols, headers } as unknown as string[])
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error(`socket ${i} to ${url} failed`)))
  })
}

async function open(url: string, protocols: string[], count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let i = 0; i < count; i += WIDTH) {
    const some = Array.from({ length: Math.min(WIDTH, count - i) }, (_, k) => openOne(url, protocols, i + k))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

/** Milliseconds from the start of `act` until it is answered and every socket has received a message that `counts`. */
async function untilAll(
  sockets: WebSocket[],
  counts: (data: string) => boolean,
  act: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  const all = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        const hear = (event: MessageEvent) => {
          if (!counts(String(event.data))) return
          socket.removeEventListener('message', hear)
          resolve()
        }
        socket.addEventListener('message', hear)
      }),
  )
  await Promise.all([act(), ...all])
  return performance.now() - started
}

const isChange = (data: string): boolean => {
  const frame = JSON.parse(data) as RealtimeMessage
  return frame.t === 'event' && frame.event.type === 'client.changed'
}

/** A client as it is now, and what changes its telephone number. */
async function prepareChange(world: World, phone: string): Promise<() => Promise<void>> {
  const address = `${world.stack.url}/api/clients/${world.clientIds[50]}`
  const headers = { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' }
  const { name, email, company, status, updated_at } = (await (await fetch(address, { headers })).json()) as Record<
    string,
    unknown
  >
  const body = JSON.stringify({ name, email, company, status, updated_at, phone })
  return async () => {
    const response = await fetch(address, { method: 'PATCH', headers, body })
    if (!response.ok) throw new Error(`update answered ${response.status}`)
    await response.text()
  }
}

/** The milliseconds of a change of which nobody hears, each time. */
async function unheard(world: World, rounds: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < rounds; i++) took.push(await untilAll([], isChange, await prepareChange(world, `556 ${i}`)))
  return took
}

/** A change until the last of the bookkeeper's tabs knows, and a bare hub that is told directly, in turns; in ms. */
async function heard(
  world: World,
  bare: Bare,
  count: number,
  rounds: number,
): Promise<{ portal: number[]; hub: number[] }> {
  const tabs = await open(`${world.stack.url}/api/realtime`, ['portal.v1', `token.${world.token}`], count)
  const listeners = await open(`${bare.url}/hub`, [], count)
  const took: { portal: number[]; hub: number[] } = { portal: [], hub: [] }
  for (let i = 0; i < rounds; i++) {
    took.portal.push(await untilAll(tabs, isChange, await prepareChange(world, `555 ${i}`)))
    const tell = () => fetch(`${bare.url}/hub`, { method: 'POST', body: `event ${i}` })
    took.hub.push(await untilAll(listeners, () => true, tell))
  }
  for (const socket of [...tabs, ...listeners]) socket.close()
  return took
}

async function tailRow(world: World, bare: Bare): Promise<Row> {
  const took: { alone: number[]; portal: number[]; hub: number[] } = { alone: [], portal: [], hub: [] }
  for (let turn = 0; turn < TAIL.turns; turn++) {
    took.alone.push(...(await unheard(world, TAIL.rounds)))
    const { portal, hub } = await heard(world, bare, 1, TAIL.rounds)
    took.portal.push(...portal)
    took.hub.push(...hub)
  }
  const floor = percentile(took.alone, 0.99) + percentile(took.hub, 0.99)
  return ratioRow('A change → another tab, p99', percentile(took.portal, 0.99), floor, 'ms', 1.2)
}

/**
 * How soon a change is on other tabs. It often is before the one who made it has the answer, so what counts is the whole: from the request to the
 * last tab, against the same request of which nobody hears and then a bare hub.
 */
export async function realtimeRows(world: World, bare: Bare): Promise<Row[]> {
  const rows: Row[] = []
  for (const { count, rounds } of CROWDS) {
    const alone = median(await unheard(world, rounds))
    const { portal, hub } = await heard(world, bare, count, rounds)
    rows.push(ratioRow(`A change → last of ${count} tabs, p50`, median(portal), alone + median(hub), 'ms', 1.2), {
      what: `… of it the change alone, and a bare hub to ${count}`,
      figure: `${alone.toFixed(1)} + ${median(hub).toFixed(1)} ms`,
      against: `p95 ${percentile(portal, 0.95).toFixed(1)}, hub ${percentile(hub, 0.95).toFixed(1)} ms`,
      budget: '',
      met: null,
    })
  }
  return [...rows, await tailRow(world, bare)]
}
