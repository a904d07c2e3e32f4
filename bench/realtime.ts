import { REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX, type RealtimeMessage } from '@portal/contract/events'
import { BUDGETS } from './budgets.ts'
import { median } from './cpu.ts'
import { fill } from './fill.ts'
import { type Floor, startFloor } from './floor.ts'
import { bodyOf } from './measure.ts'
import { type Production, startProduction } from './production.ts'
import { type Row, ratioRow } from './table.ts'
import { updateClient } from './update-client.ts'

const CROWDS = [
  { sockets: 100, rounds: 30 },
  { sockets: 1000, rounds: 15 },
]
const OPENED_AT_ONCE = 50

function openSocket(url: string, protocols: string[], i: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    // Different addresses, because the portal limits the connections of an address.
    const headers = { 'cf-connecting-ip': `10.1.${i >> 8}.${i & 255}` }
    const socket = new WebSocket(url.replace('http', 'ws'), { protocols, headers } as unknown as string[])
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error(`socket ${i} to ${url} failed`)))
  })
}

async function openSockets(url: string, protocols: string[], count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const next = Array.from({ length: OPENED_AT_ONCE }, (_, k) => openSocket(url, protocols, sockets.length + k))
    sockets.push(...(await Promise.all(next)))
  }
  return sockets
}

/** Resolves with the first message that fits. */
const received = (socket: WebSocket, fits: (data: string) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const onMessage = (event: MessageEvent) => {
      if (!fits(String(event.data))) return
      socket.removeEventListener('message', onMessage)
      resolve()
    }
    socket.addEventListener('message', onMessage)
  })

/** Returns the milliseconds until `act` is answered and every socket has a message that fits. */
async function timeUntilAll(sockets: WebSocket[], fits: (data: string) => boolean, act: () => Promise<unknown>) {
  const began = performance.now()
  const messages = sockets.map((socket) => received(socket, fits))
  await Promise.all([act(), ...messages])
  return performance.now() - began
}

const isChange = (data: string): boolean => {
  const message = JSON.parse(data) as RealtimeMessage
  return message.t === 'event' && message.event.type === 'client.changed'
}

/**
 * Measures the time from a change until the last socket has its event, against the same change without sockets plus a
 * bare hub. The event often arrives before the response, so only the total can be compared.
 */
async function crowdRow(portal: Production, floor: Floor, count: number, rounds: number, first: number): Promise<Row> {
  const times: Record<'alone' | 'withSockets' | 'hub', number[]> = { alone: [], withSockets: [], hub: [] }
  for (let i = 0; i < rounds; i++) {
    times.alone.push(await timeUntilAll([], isChange, () => updateClient(portal, first + i)))
  }
  const protocols = [REALTIME_PROTOCOL, `${REALTIME_TOKEN_PREFIX}${portal.token}`]
  const sockets = await openSockets(`${portal.stack.url}/api/realtime`, protocols, count)
  const listeners = await openSockets(`${floor.url}/hub`, [], count)
  for (let i = 0; i < rounds; i++) {
    times.withSockets.push(await timeUntilAll(sockets, isChange, () => updateClient(portal, first + rounds + i)))
    const publish = () => bodyOf(fetch(`${floor.url}/hub`, { method: 'POST', body: `event ${i}` }))
    times.hub.push(await timeUntilAll(listeners, () => true, publish))
  }
  for (const socket of [...sockets, ...listeners]) socket.close()
  const bare = median(times.alone) + median(times.hub)
  const row = ratioRow(
    `A change → last of ${count} sockets, p50`,
    median(times.withSockets),
    bare,
    'ms',
    BUDGETS.realtime,
  )
  return { ...row, against: `${row.against} (the hub ${median(times.hub).toFixed(1)} ms)` }
}

/** Measures how long it takes until a change appears on other screens. */
export async function measureRealtime(): Promise<Row[]> {
  await using portal = await startProduction()
  await fill(portal, 1000)
  await using floor = await startFloor(portal)
  const rows: Row[] = []
  for (const [k, { sockets, rounds }] of CROWDS.entries()) {
    rows.push(await crowdRow(portal, floor, sockets, rounds, 1 + 100 * k))
  }
  return rows
}
