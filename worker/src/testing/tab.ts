import {
  type PortalEvent,
  REALTIME_PROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type RealtimeMessage,
} from '@portal/contract/events'
import { portalUrl } from './portal.ts'
import { until } from './until.ts'

/** A tab's live connection. */
export interface Tab {
  received: RealtimeMessage[]
  /** Received events, in order. */
  events(): PortalEvent[]
  /** Resolves with the last event number when the tab is up to date. */
  ready(): Promise<number>
  send(data: string | ArrayBuffer): void
  close(): Promise<void>
  /** Resolves with the close code. */
  closed: Promise<number>
  isOpen(): boolean
}

/** Opens a tab's connection like a browser. `since` is the last event number that the tab has seen. */
export function openTab(token: string, since?: number): Tab {
  const url = new URL(`/api/realtime${since === undefined ? '' : `?since=${since}`}`, portalUrl.replace('http', 'ws'))
  const socket = new WebSocket(url, [REALTIME_PROTOCOL, `${REALTIME_TOKEN_PREFIX}${token}`])
  const received: RealtimeMessage[] = []
  socket.addEventListener('message', ({ data }) => {
    if (data !== 'pong') received.push(JSON.parse(String(data)) as RealtimeMessage)
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  return {
    received,
    events: () => received.flatMap((f) => (f.t === 'event' ? [f.event] : [])),
    ready: async () => {
      const isReady = async () => received.find((message) => message.t === 'ready')
      return (await until('ready', isReady)).seq
    },
    send: (data) => socket.send(data),
    close: async () => {
      socket.close()
      await closed
    },
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
  }
}
