import {
  type EventType,
  type PortalEvent,
  type PortalSignal,
  REALTIME_PROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type RealtimeMessage,
  type TokenMessage,
  type TypingMessage,
} from '@portal/contract/events'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { queryClient } from './query-client.ts'
import { lastSeq, rememberSeq } from './realtime-seq.ts'
import { retryDelay } from './retry.ts'
import type { Session, SessionUser } from '@portal/contract/auth'
import { currentSession, onSessionChange, setSession } from './session-store.ts'
import { freshSession, refreshSession } from './session-refresh.ts'

/** State of the live connection. `reconnecting` is the only one worth showing. */
export type RealtimeStatus = 'off' | 'connecting' | 'live' | 'reconnecting'
export const realtimeStatusAtom = atom<RealtimeStatus>('off')

const PING_MS = 25_000
const PONG_WITHIN_MS = 10_000
const FIRST_DELAY_MS = 500
const REMEMBERED_IDS = 500

type Handler = (event: PortalEvent) => void
const handlers = new Map<EventType, Set<Handler>>()
const listeners = new Set<(signal: PortalSignal) => void>()
const store = getDefaultStore()

interface Line {
  userId: string
  /** The client record that the tab acts as: others see it as there for that one alone. */
  clientId: string | null
  socket: WebSocket | undefined
  tries: number
  timer: ReturnType<typeof setTimeout> | undefined
  ping: ReturnType<typeof setInterval> | undefined
  pong: ReturnType<typeof setTimeout> | undefined
}
let line: Line | undefined
let seen: string[] = []

function deliver(userId: string, event: PortalEvent): void {
  if (event.seq > (lastSeq(userId) ?? -1)) rememberSeq(userId, event.seq)
  if (seen.includes(event.id)) return
  seen = [...seen.slice(1 - REMEMBERED_IDS), event.id]
  if (event.type === 'session.revoked' && event.ids.session_id === currentSession()?.session_id) {
    // Signed out in another tab by the same person: nothing has expired.
    setSession(null, event.ids.reason === 'sign_out' ? 'elsewhere' : 'ended')
    return
  }
  for (const handler of handlers.get(event.type) ?? []) handler(event)
}

function take(current: Line, text: string): void {
  if (text === 'pong') {
    clearTimeout(current.pong)
    current.pong = undefined
    return
  }
  const frame = JSON.parse(text) as RealtimeMessage
  if (frame.t === 'event') {
    deliver(current.userId, frame.event)
    return
  }
  if (frame.t === 'signal') {
    for (const listener of listeners) listener(frame.signal)
    return
  }
  // What this tab said was too much or made no sense: nothing of what it has heard is in doubt.
  if (frame.t === 'refused') return
  const known = lastSeq(current.userId)
  if (frame.t === 'ready') {
    current.tries = 0
    store.set(realtimeStatusAtom, 'live')
  }
  // What was read before the line was up may be out of date where the log cannot say what happened in between: it is
  // trimmed, or this device never asked before, or it is another log (a restored store).
  if (frame.t === 'reset' || known === undefined || frame.seq < known) {
    rememberSeq(current.userId, frame.seq, true)
    void queryClient.invalidateQueries()
  }
}

function drop(current: Line): void {
  clearInterval(current.ping)
  clearTimeout(current.pong)
  clearTimeout(current.timer)
  const socket = current.socket
  current.socket = undefined
  if (!socket) return
  socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
  socket.close()
}

/** Doubling from half a second to thirty, with jitter: after an outage not every tab comes back in the same instant. */
export function reconnectDelay(tries: number, random: number = Math.random()): number {
  return retryDelay(tries, undefined, { firstMs: FIRST_DELAY_MS }) * (0.5 + random / 2)
}

function retry(current: Line): void {
  drop(current)
  if (line !== current) return
  store.set(realtimeStatusAtom, 'reconnecting')
  current.timer = setTimeout(() => void connect(current), reconnectDelay(current.tries))
  current.tries += 1
}

function keepAlive(current: Line): void {
  current.ping = setInterval(() => {
    current.socket?.send('ping')
    // A line cut without a word (sleep, a changed network) shows only by its silence.
    current.pong ??= setTimeout(() => retry(current), PONG_WITHIN_MS)
  }, PING_MS)
}

async function connect(current: Line): Promise<void> {
  const session = await freshSession()
  if (line !== current || !session) return
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
  }
  socket.onmessage = (message) => take(current, String(message.data))
  socket.onclose = () => {
    // Refused: perhaps the session has ended while the tab was away. Asked once, and not at every try of an outage.
    if (!opened && current.tries <= 1) void refreshSession(session.access_token).catch(() => undefined)
    retry(current)
  }
}

/** Hands the server a fresh token: it closes the socket when the one it knows expires. */
function prolong(session: Session): void {
  if (!line || line.userId !== session.user.id || line.socket?.readyState !== WebSocket.OPEN) return
  line.socket.send(JSON.stringify({ t: 'token', token: session.access_token } satisfies TokenMessage))
}

function follow(user: SessionUser | undefined): void {
  if (line?.userId === user?.id && line?.clientId === user?.client_id) return
  if (line) drop(line)
  line = undefined
  seen = []
  store.set(realtimeStatusAtom, user ? 'connecting' : 'off')
  if (!user) return
  line = {
    userId: user.id,
    clientId: user.client_id,
    socket: undefined,
    tries: 0,
    timer: undefined,
    ping: undefined,
    pong: undefined,
  }
  void connect(line)
}

/** Keeps one live connection for whoever is signed in. Called once, by the shell; returns the function that stops it. */
export function startRealtime(): () => void {
  const hurry = (): void => {
    if (!line || store.get(realtimeStatusAtom) !== 'reconnecting' || document.visibilityState !== 'visible') return
    drop(line)
    void connect(line)
  }
  const stop = onSessionChange((session) => {
    follow(session?.user)
    if (session) prolong(session)
  })
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  follow(currentSession()?.user)
  return () => {
    stop()
    window.removeEventListener('online', hurry)
    document.removeEventListener('visibilitychange', hurry)
    follow(undefined)
  }
}

/** Calls `handler` for every event of these types, from outside of React. Returns the function that stops it. */
export function onRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): () => void {
  for (const type of types) {
    const set = handlers.get(type) ?? new Set()
    handlers.set(type, set.add(handler))
  }
  return () => {
    for (const type of types) handlers.get(type)?.delete(handler)
  }
}

/**
 * Calls `handler` for every live event of these types while the component is mounted; events missed while offline come
 * late, but all and in order. Handlers say what to refetch (`invalidateSoon(key)`): an event carries ids, not state.
 */
export function useRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): void {
  const latest = useRef(handler)
  const key = types.join()
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onRealtime(key.split(',') as EventType[], (event) => latest.current(event)), [key])
}

/** Calls `handler` with what passes (somebody types, somebody comes or goes) while the component is mounted; nothing of it is repeated. */
export function useSignal(handler: (signal: PortalSignal) => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const listener = (signal: PortalSignal): void => latest.current(signal)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

/** Tells the other side of a conversation that one is typing. `grant` comes with its presence; without a line nothing is said. */
export function sendTyping(grant: string): void {
  if (line?.socket?.readyState === WebSocket.OPEN)
    line.socket.send(JSON.stringify({ t: 'typing', grant } satisfies TypingMessage))
}

/** State of the live connection; re-renders when it changes. */
export function useRealtimeStatus(): RealtimeStatus {
  return useAtomValue(realtimeStatusAtom, { store })
}
