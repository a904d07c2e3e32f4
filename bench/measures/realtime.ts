import { REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX, type RealtimeMessage } from '@portal/contract/events'
import { median } from '../cpu.ts'
import { bodyOf, inTurns } from '../measure.ts'
import type { Pair } from '../rows.ts'
import type { FilledPortal } from '../setup/setups.ts'

/** As many as a user may have. */
const SOCKETS = 100
const ROUNDS = 30

function openSocket(url: string, protocols: string[], i: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    // Different addresses, because the portal limits the connections of an address.
    const headers = { 'cf-connecting-ip': `10.1.0.${i}` }
    const socket = new WebSocket(url.replace('http', 'ws'), { protocols, headers } as unknown as string[])
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error(`socket ${i} to ${url} failed`)))
  })
}

const openSockets = (url: string, protocols: string[]): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: SOCKETS }, (_, i) => openSocket(url, protocols, i)))

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
 * Measures the milliseconds from a change until the last socket has its event, against the same change without sockets
 * plus a bare hub. The event often arrives before the response, so only the total can be compared.
 */
export async function delivering({ portal, floor, updateNext }: FilledPortal): Promise<{ time: Pair; hub: number }> {
  const { alone } = await inTurns(ROUNDS, { alone: () => timeUntilAll([], isChange, updateNext) })
  const protocols = [REALTIME_PROTOCOL, `${REALTIME_TOKEN_PREFIX}${portal.token}`]
  const sockets = await openSockets(`${portal.stack.url}/api/realtime`, protocols)
  const listeners = await openSockets(`${floor.url}/hub`, [])
  const publish = () => bodyOf(fetch(`${floor.url}/hub`, { method: 'POST', body: 'event' }))
  const together = await inTurns(ROUNDS, {
    portal: () => timeUntilAll(sockets, isChange, updateNext),
    hub: () => timeUntilAll(listeners, () => true, publish),
  })
  for (const socket of [...sockets, ...listeners]) socket.close()
  const hub = median(together.hub)
  return { time: [median(together.portal), median(alone) + hub], hub }
}
