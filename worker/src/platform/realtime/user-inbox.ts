import { DurableObject } from 'cloudflare:workers'
import {
  type PortalEvent,
  type PortalSignal,
  REALTIME_ENDED,
  REALTIME_EXPIRED,
  REALTIME_PROTOCOL,
  type RealtimeMessage,
} from '@portal/contract/events'
import { readAccessToken } from '../access/access-token.ts'
import { readGrant } from './typing-grants.ts'
import { type Env, settings } from '../../env.ts'
import { closeOldest } from './close-oldest.ts'
import { connectionStateOf, setConnectionState } from './connection-state.ts'
import { type EventRow, toEvent } from './event-row.ts'
import { SocketRateLimit } from './socket-rate-limit.ts'
import { parseSocketMessage } from './parse-socket-message.ts'
import { TabReporter } from './tab-reporter.ts'
import { hasOpenTab, recordOf, Watchers } from './watchers.ts'

/** Events kept for tabs that reconnect. A tab that is further behind is told to refetch. */
const KEEP_EVENTS = 2000
const KEEP_MS = 7 * 86_400_000
const TRIM_AFTER_MS = 60_000
/** Most events sent to a tab that reconnects; beyond this it is told to refetch. */
const RESUME_MAX = 500

/**
 * Holds the connections of a user's open tabs and a numbered log of events, so that a tab that reconnects gets all
 * events it missed, in order. Sockets hibernate, so fields hold nothing that may not be lost.
 */
export class UserInbox extends DurableObject<Env> {
  private readonly watchers: Watchers
  private readonly limit = new SocketRateLimit()
  private readonly tabs = new TabReporter(this.ctx, this.env)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL, ids TEXT NOT NULL, at TEXT NOT NULL)`,
    )
    this.watchers = new Watchers(ctx.storage.sql)
    // The runtime answers pings without starting the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /**
   * Opens a connection. Query parameters: `user`, `session`, `record` (the client record that the tab acts as),
   * `until` (when the token expires; the connection is closed then unless a new token arrives), and `since` (the last
   * event number that the tab has seen, if any).
   */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const param = (name: string): string => url.searchParams.get(name) ?? ''
    const [sessionId, until] = [param('session'), Number(param('until'))]
    const { 0: client, 1: server } = new WebSocketPair()
    const record = url.searchParams.get('record')
    const wasOnline = this.isOnline(record)
    closeOldest(this.ctx)
    this.ctx.acceptWebSocket(server, [sessionId])
    const userId = param('user')
    setConnectionState(server, { userId, sessionId, record, openedAt: Date.now(), until, versions: {} })
    await this.scheduleBy(until)
    this.tabs.report(userId)
    if (!wasOnline) this.notifyWatchers(true, record)
    const last = this.last()
    const sinceParam = url.searchParams.get('since')
    const since = sinceParam === null ? last : Number(sinceParam)
    const first =
      this.ctx.storage.sql.exec<{ s: number | null }>('SELECT min(seq) AS s FROM events').one().s ?? last + 1
    if (since > last || since + 1 < first || last - since > RESUME_MAX) {
      send(server, { t: 'reset', seq: last })
    } else {
      for (const row of this.ctx.storage.sql.exec<EventRow>('SELECT * FROM events WHERE seq > ? ORDER BY seq', since))
        send(server, { t: 'event', event: toEvent(row) })
    }
    send(server, { t: 'ready', seq: last })
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { 'sec-websocket-protocol': REALTIME_PROTOCOL },
    })
  }

  /** Stores events and sends them to every open tab. Ignores events that were published before. */
  async publish(events: readonly Omit<PortalEvent, 'seq'>[]): Promise<void> {
    for (const event of events) this.publishOne(event)
    await this.scheduleBy(Date.now() + TRIM_AFTER_MS)
  }

  private async scheduleBy(time: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > time) await this.ctx.storage.setAlarm(time)
  }

  private publishOne(event: Omit<PortalEvent, 'seq'>): void {
    const [row] = this.ctx.storage.sql
      .exec<EventRow>(
        'INSERT INTO events (id, type, ids, at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING *',
        event.id,
        event.type,
        JSON.stringify(event.ids),
        event.at,
      )
      .toArray()
    if (!row) return
    const text = JSON.stringify({ t: 'event', event: toEvent(row) } satisfies RealtimeMessage)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
    if (event.type === 'session.revoked') this.disconnect(event.ids.session_id ?? '')
    if (event.type === 'account.deleted') this.erase()
  }

  /** Trims the log by length and age, and closes connections whose token has expired. */
  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec(
      `DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? OR (at < ? AND seq < (SELECT max(seq)
        FROM events))`,
      KEEP_EVENTS,
      new Date(Date.now() - KEEP_MS).toISOString(),
    )
    const now = Date.now()
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
    const expired = open.filter((socket) => connectionStateOf(socket).until <= now)
    for (const socket of expired) socket.close(REALTIME_EXPIRED, 'token expired')
    // Repeated while tabs are open, because the hub forgets users and an earlier report may be lost.
    if (open[0]) this.tabs.repeat(connectionStateOf(open[0]).userId)
    const next = Math.min(
      ...open.filter((socket) => !expired.includes(socket)).map((socket) => connectionStateOf(socket).until),
    )
    if (Number.isFinite(next)) await this.scheduleBy(next)
  }

  /** Returns whether the user has the portal open as a client record (null: as a bookkeeper). */
  isOnline(record: string | null): boolean {
    return hasOpenTab(this.ctx, this.ctx.getWebSockets(), record, Date.now())
  }

  /** Returns the same, and sends `watcher` presence signals for the thread for some time. */
  watch(watcher: string, threadId: string, record: string | null): boolean {
    this.watchers.add(watcher, threadId, record, Date.now())
    return this.isOnline(record)
  }

  /** Sends a signal to every open tab. Signals are not stored. */
  signal(signal: PortalSignal): void {
    const text = JSON.stringify({ t: 'signal', signal } satisfies RealtimeMessage)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
  }

  /** Handles a message from a tab: a new token, its versions, or a typing signal. Refuses anything else. */
  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const now = Date.now()
    const verdict = this.limit.check(socket, now)
    if (verdict === 'close') socket.close(1008, 'too many messages')
    if (verdict === 'refuse') send(socket, { t: 'refused', reason: 'too_many' })
    if (verdict !== 'accept') return
    const message = parseSocketMessage(data)
    if (message.t === 'refused') send(socket, message)
    else if (message.t === 'token') await this.renew(socket, message.token)
    else if (message.t === 'running') {
      const state = connectionStateOf(socket)
      setConnectionState(socket, { ...state, versions: message.versions })
      this.tabs.report(state.userId)
    } else {
      const { to, threadId } = readGrant(settings(this.env).AUTH_SECRET, message.grant, now) ?? {}
      if (to && threadId) await this.forward(to, { type: 'typing', thread_id: threadId })
    }
  }

  /** Extends a connection to the expiry of a new token. Ignores tokens of other sessions. */
  private async renew(socket: WebSocket, token: string): Promise<void> {
    const attached = connectionStateOf(socket)
    const { actor, expires } = await readAccessToken(settings(this.env).AUTH_SECRET, token, new Date()).catch(() => ({
      actor: undefined,
      expires: 0,
    }))
    if (actor?.userId !== attached.userId || actor.sessionId !== attached.sessionId) return
    setConnectionState(socket, { ...attached, until: Math.max(attached.until, expires) })
  }

  override webSocketError(socket: WebSocket): void {
    this.handleClose(socket)
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
    this.handleClose(socket)
  }

  private handleClose(socket: WebSocket): void {
    const others = this.ctx.getWebSockets().filter((other) => other !== socket)
    const record = recordOf(socket)
    if (!hasOpenTab(this.ctx, others, record, Date.now())) this.notifyWatchers(false, record)
    this.tabs.report(connectionStateOf(socket).userId, socket)
  }

  private notifyWatchers(active: boolean, record: string | null): void {
    const sent = this.watchers.signals(active, record, Date.now()).map(({ to, signal }) => this.forward(to, signal))
    this.ctx.waitUntil(Promise.all(sent))
  }

  /** Sends a signal to another user. Failures are ignored, because signals expire within moments. */
  private async forward(to: string, signal: PortalSignal): Promise<void> {
    await this.env.USER_INBOX.getByName(to)
      .signal(signal)
      .catch(() => undefined)
  }

  private last(): number {
    return this.ctx.storage.sql.exec<{ s: number | null }>('SELECT max(seq) AS s FROM events').one().s ?? 0
  }

  /** Deletes everything about a user whose account was deleted. */
  private erase(): void {
    for (const socket of this.ctx.getWebSockets()) {
      socket.close(4001, 'account deleted')
      this.tabs.report(connectionStateOf(socket).userId, socket)
    }
    this.ctx.storage.sql.exec('DELETE FROM events')
    this.watchers.clear()
  }

  private disconnect(session: string): void {
    for (const socket of this.ctx.getWebSockets(session)) socket.close(REALTIME_ENDED, 'session ended')
  }
}

const send = (socket: WebSocket, message: RealtimeMessage): void => sendText(socket, JSON.stringify(message))

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The tab is gone. It asks for missed events when it reconnects.
  }
}
