import {
  type EventType,
  type PortalEvent,
  type PortalSignal,
  REALTIME_PROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type RealtimeMessage,
  type RunningMessage,
  type TokenMessage,
  type TypingMessage,
} from '@portal/contract/events'
import { atom, getDefaultStore } from 'jotai'
import { invalidate, queryClient } from './query-client.ts'
import { lastSeq, rememberSeq } from './realtime-seq.ts'
import { retryDelay } from './retry.ts'
import type { Session, SessionUser } from '@portal/contract/auth'
import { currentSession, onSessionChange, setSession } from './session-store.ts'
import { freshSession, refreshSession } from './session-refresh.ts'

/** State of the live connection. Only `reconnecting` is worth showing. */
export type RealtimeStatus = 'off' | 'connecting' | 'live' | 'reconnecting'
export const realtimeStatusAtom = atom<RealtimeStatus>('off')

const PING_MS = 25_000
const PONG_WITHIN_MS = 10_000
const FIRST_DELAY_MS = 500
const REMEMBERED_IDS = 500

interface Subscription {
  types: readonly EventType[]
  handler: (event: PortalEvent) => void
}
const subscriptions = new Set<Subscription>()
const signalHandlers = new Set<(signal: PortalSignal) => void>()
const store = getDefaultStore()

interface Connection {
  userId: string
  /** The client record that this tab uses. Others see the user as active for that record only. */
  clientId: string | null
  tries: number
  socket?: WebSocket | undefined
  timer?: ReturnType<typeof setTimeout>
  ping?: ReturnType<typeof setInterval>
  pong?: ReturnType<typeof setTimeout> | undefined
}
let connection: Connection | undefined
/** The version of each remote that this tab runs. */
let running: RunningMessage['versions'] = {}
let seen: string[] = []

function deliver(userId: string, event: PortalEvent): void {
  if (event.seq > (lastSeq(userId) ?? -1)) rememberSeq(userId, event.seq)
  if (seen.includes(event.id)) return
  seen = [...seen.slice(1 - REMEMBERED_IDS), event.id]
  if (event.type === 'session.revoked' && event.ids.session_id === currentSession()?.session_id) {
    // The same person has signed out in another tab: the session has not expired.
    setSession(null, event.ids.reason === 'sign_out' ? 'elsewhere' : 'ended')
    return
  }
  for (const { types, handler } of subscriptions) if (types.includes(event.type)) handler(event)
}

function receive(current: Connection, text: string): void {
  if (text === 'pong') {
    clearTimeout(current.pong)
    current.pong = undefined
    return
  }
  const message = JSON.parse(text) as RealtimeMessage
  if (message.t === 'event') {
    deliver(current.userId, message.event)
    return
  }
  if (message.t === 'signal') {
    for (const handler of signalHandlers) handler(message.signal)
    return
  }
  // The server has refused a message of this tab. Received events are not affected.
  if (message.t === 'refused') return
  const known = lastSeq(current.userId)
  if (message.t === 'ready') {
    current.tries = 0
    store.set(realtimeStatusAtom, 'live')
  }
  // Data that was read before the connection opened may be stale if the log cannot tell what happened since:
  // it was trimmed or restarted, or this device has never connected.
  if (message.t === 'reset' || known === undefined || message.seq < known) {
    rememberSeq(current.userId, message.seq, true)
    void invalidate(queryClient)
  }
}

function drop(current: Connection): void {
  clearInterval(current.ping)
  clearTimeout(current.pong)
  clearTimeout(current.timer)
  const socket = current.socket
  current.socket = undefined
  if (!socket) return
  socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
  socket.close()
}

/**
 * Returns the delay before reconnecting, in ms. Jitter keeps tabs from reconnecting all at once
 * after an outage.
 */
export function reconnectDelay(tries: number, random: number = Math.random()): number {
  return retryDelay(tries, undefined, { firstMs: FIRST_DELAY_MS }) * (0.5 + random / 2)
}

function retry(current: Connection): void {
  drop(current)
  if (connection !== current) return
  store.set(realtimeStatusAtom, 'reconnecting')
  current.timer = setTimeout(() => void connect(current), reconnectDelay(current.tries))
  current.tries += 1
}

function keepAlive(current: Connection): void {
  current.ping = setInterval(() => {
    current.socket?.send('ping')
    // A connection can be lost without a close event, for example when the device sleeps.
    current.pong ??= setTimeout(() => retry(current), PONG_WITHIN_MS)
  }, PING_MS)
}

async function connect(current: Connection): Promise<void> {
  const session = await freshSession()
  if (connection !== current || !session) return
  const since = lastSeq(current.userId)
  const url = new URL('/api/realtime', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (since !== undefined) url.searchParams.set('since', String(since))
  const socket = new WebSocket(url, [REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX + session.access_token])
  current.socket = socket
  let opened = false
  socket.onopen = () => {
    opened = true
    keepAlive(current)
    sendRunning()
  }
  socket.onmessage = (message) => receive(current, String(message.data))
  socket.onclose = () => {
    // The connection was refused, perhaps because the session has ended. Checked once, not on every retry.
    if (!opened && current.tries <= 1) void refreshSession(session.access_token).catch(() => undefined)
    retry(current)
  }
}

/** Sends a new token to the server, which closes the socket when the token it knows expires. */
function prolong(session: Session): void {
  if (!connection || connection.userId !== session.user.id || connection.socket?.readyState !== WebSocket.OPEN) return
  connection.socket.send(JSON.stringify({ t: 'token', token: session.access_token } satisfies TokenMessage))
}

function sendRunning(): void {
  if (connection?.socket?.readyState !== WebSocket.OPEN || Object.keys(running).length === 0) return
  connection.socket.send(JSON.stringify({ t: 'running', versions: running } satisfies RunningMessage))
}

/** Reports which version of each remote this tab runs, now and after every reconnect. The shell calls it. */
export function reportRunning(versions: Readonly<Record<string, string>>): void {
  running = versions
  sendRunning()
}

/** Returns the user whose events this tab gets. A guest session gets none: they are about the whole account. */
const userOf = (session: Session | null): SessionUser | undefined => (session?.guest ? undefined : session?.user)

function follow(user: SessionUser | undefined): void {
  if (connection?.userId === user?.id && connection?.clientId === user?.client_id) return
  if (connection) drop(connection)
  connection = undefined
  seen = []
  store.set(realtimeStatusAtom, user ? 'connecting' : 'off')
  if (!user) return
  connection = { userId: user.id, clientId: user.client_id, tries: 0 }
  void connect(connection)
}

/** Keeps a live connection for the signed-in user. The shell calls it once. Returns a cleanup function. */
export function startRealtime(): () => void {
  const reconnectNow = (): void => {
    if (!connection || store.get(realtimeStatusAtom) !== 'reconnecting' || document.visibilityState !== 'visible')
      return
    drop(connection)
    void connect(connection)
  }
  const stop = onSessionChange((session) => {
    follow(userOf(session))
    if (session) prolong(session)
  })
  const listening = new AbortController()
  window.addEventListener('online', reconnectNow, { signal: listening.signal })
  document.addEventListener('visibilitychange', reconnectNow, { signal: listening.signal })
  follow(userOf(currentSession()))
  return () => {
    stop()
    listening.abort()
    follow(undefined)
  }
}

/** Calls `handler` for every event of these types, outside of React. Returns a cleanup function. */
export function onRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): () => void {
  const subscription = { types, handler }
  subscriptions.add(subscription)
  return () => {
    subscriptions.delete(subscription)
  }
}

/** Calls `handler` with transient signals, outside of React. Returns a cleanup function. */
export function onSignal(handler: (signal: PortalSignal) => void): () => void {
  signalHandlers.add(handler)
  return () => {
    signalHandlers.delete(handler)
  }
}

/**
 * Calls `handler` each time the live connection is back after an interruption, during which signals
 * were missed. Returns a cleanup function.
 */
export function onReconnect(handler: () => void): () => void {
  let before = store.get(realtimeStatusAtom)
  return store.sub(realtimeStatusAtom, () => {
    const status = store.get(realtimeStatusAtom)
    const isBack = before === 'reconnecting' && status === 'live'
    before = status
    if (isBack) handler()
  })
}

/** Tells the other side of a conversation that the user is typing. `grant` comes with the presence. */
export function sendTyping(grant: string): void {
  if (connection?.socket?.readyState === WebSocket.OPEN)
    connection.socket.send(JSON.stringify({ t: 'typing', grant } satisfies TypingMessage))
}
