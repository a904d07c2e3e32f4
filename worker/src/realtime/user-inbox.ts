import { DurableObject } from 'cloudflare:workers'
import {
  type PortalEvent,
  type PortalSignal,
  REALTIME_ENDED,
  REALTIME_EXPIRED,
  REALTIME_PROTOCOL,
  type RealtimeMessage,
} from '@portal/contract/events'
import { readAccessToken } from '../auth/sessions/access-token.ts'
import { readGrant } from '../chat/typing-grants.ts'
import { type Env, settings } from '../env.ts'
import { attach, attachedTo } from './connection-state.ts'
import { FrameLimit } from './frame-rate-limit.ts'
import { readFrame } from './read-frame.ts'
import { anyAlive, recordOf, Watchers } from './watchers.ts'

/** Events kept for tabs that were away; a tab further behind is told to refetch. */
const KEEP_EVENTS = 2000
const KEEP_MS = 7 * 86_400_000
const TRIM_AFTER_MS = 60_000
/** Most events sent to a tab that comes back before it is told to refetch instead. */
const RESUME_MAX = 500

interface EventRow extends Record<string, SqlStorageValue> {
  seq: number
  id: string
  type: string
  ids: string
  at: string
}

/**
 * One user's live channel: the sockets of their open tabs and a numbered log of events, so that a tab that was away gets all it
 * missed, in order. Sockets hibernate; nothing that matters is kept in fields.
 */
export class UserInbox extends DurableObject<Env> {
  private readonly watchers: Watchers
  private readonly limit = new FrameLimit()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, ids TEXT NOT NULL, at TEXT NOT NULL)',
    )
    this.watchers = new Watchers(ctx.storage.sql)
    // Answered by the runtime without waking the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /**
   * Opens a socket for the `session` of the `user`, whose tab acts as the client record `record`. It closes at `until`, unless a fresh token
   * arrives. `since` is the last number the tab has seen, absent for a tab that begins.
   */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const given = (name: string): string => url.searchParams.get(name) ?? ''
    const [sessionId, until] = [given('session'), Number(given('until'))]
    const { 0: client, 1: server } = new WebSocketPair()
    const record = url.searchParams.get('record')
    const wasThere = this.isThere(record)
    this.ctx.acceptWebSocket(server, [sessionId])
    attach(server, { userId: given('user'), sessionId, record, openedAt: Date.now(), until })
    await this.wakeAt(until)
    if (!wasThere) this.tellWatchers(true, record)
    const last = this.last()
    const asked = url.searchParams.get('since')
    const since = asked === null ? last : Number(asked)
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

  /** Logs events and sends them to every open tab. A repeat (same id) does nothing. */
  async publish(events: readonly Omit<PortalEvent, 'seq'>[]): Promise<void> {
    for (const event of events) this.publishOne(event)
    await this.wakeAt(Date.now() + TRIM_AFTER_MS)
  }

  private async wakeAt(time: number): Promise<void> {
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

  /** Trims the log by number and age, and closes sockets whose token has expired. */
  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec(
      'DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? OR (at < ? AND seq < (SELECT max(seq) FROM events))',
      KEEP_EVENTS,
      new Date(Date.now() - KEEP_MS).toISOString(),
    )
    const now = Date.now()
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
    const expired = open.filter((socket) => attachedTo(socket).until <= now)
    for (const socket of expired) socket.close(REALTIME_EXPIRED, 'token expired')
    const next = Math.min(
      ...open.filter((socket) => !expired.includes(socket)).map((socket) => attachedTo(socket).until),
    )
    if (Number.isFinite(next)) await this.wakeAt(next)
  }

  /** Returns whether the user has the portal open as a client record (null: as a bookkeeper). */
  isThere(record: string | null): boolean {
    return anyAlive(this.ctx, this.ctx.getWebSockets(), record, Date.now())
  }

  /** Returns the same, and tells `watcher` of changes in the next while, for the thread. */
  watch(watcher: string, threadId: string, record: string | null): boolean {
    this.watchers.add(watcher, threadId, record, Date.now())
    return this.isThere(record)
  }

  /** Tells every open tab what passes; it is kept nowhere. */
  signal(signal: PortalSignal): void {
    const text = JSON.stringify({ t: 'signal', signal } satisfies RealtimeMessage)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
  }

  /**
   * Besides pings, which the runtime answers, tabs send fresh tokens and say that their user is typing. Anything else is refused; it harms
   * nobody.
   */
  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const now = Date.now()
    const verdict = this.limit.judge(socket, now)
    if (verdict === 'close') socket.close(1008, 'too many frames')
    if (verdict === 'refuse') send(socket, { t: 'refused', reason: 'too_many' })
    if (verdict !== 'take') return
    const frame = readFrame(data)
    if (frame.t === 'refused') send(socket, frame)
    else if (frame.t === 'token') await this.prolong(socket, frame.token)
    else {
      const { to, threadId } = readGrant(settings(this.env).AUTH_SECRET, frame.grant, now) ?? {}
      if (to && threadId) await this.pass(to, { type: 'typing', thread_id: threadId })
    }
  }

  /** Keeps a socket open for as long as a fresh token of its session holds. A token of another session changes nothing. */
  private async prolong(socket: WebSocket, token: string): Promise<void> {
    const attached = attachedTo(socket)
    const { actor, expires } = await readAccessToken(settings(this.env).AUTH_SECRET, token, new Date()).catch(() => ({
      actor: undefined,
      expires: 0,
    }))
    if (actor?.userId !== attached.userId || actor.sessionId !== attached.sessionId) return
    attach(socket, { ...attached, until: Math.max(attached.until, expires) })
  }

  /** A socket that broke has left, too. */
  override webSocketError(socket: WebSocket): void {
    this.left(socket)
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
    this.left(socket)
  }

  private left(socket: WebSocket): void {
    const others = this.ctx.getWebSockets().filter((other) => other !== socket)
    const record = recordOf(socket)
    if (!anyAlive(this.ctx, others, record, Date.now())) this.tellWatchers(false, record)
  }

  private tellWatchers(active: boolean, record: string | null): void {
    const told = this.watchers.signals(active, record, Date.now()).map(({ to, signal }) => this.pass(to, signal))
    this.ctx.waitUntil(Promise.all(told))
  }

  /** Hands a signal to another user. One that is lost is missed by nobody: it would have run out in a moment. */
  private async pass(to: string, signal: PortalSignal): Promise<void> {
    await this.env.USER_INBOX.getByName(to)
      .signal(signal)
      .catch(() => undefined)
  }

  private last(): number {
    return this.ctx.storage.sql.exec<{ s: number | null }>('SELECT max(seq) AS s FROM events').one().s ?? 0
  }

  /** Forgets everything about a user whose account is gone. */
  private erase(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(4001, 'account deleted')
    this.ctx.storage.sql.exec('DELETE FROM events')
    this.watchers.clear()
  }

  private disconnect(session: string): void {
    for (const socket of this.ctx.getWebSockets(session)) socket.close(REALTIME_ENDED, 'session ended')
  }
}

function toEvent(row: EventRow): PortalEvent {
  return {
    seq: row.seq,
    id: row.id,
    type: row.type as PortalEvent['type'],
    ids: JSON.parse(row.ids) as PortalEvent['ids'],
    at: row.at,
  }
}

const send = (socket: WebSocket, frame: RealtimeMessage): void => sendText(socket, JSON.stringify(frame))

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The tab is gone; it will ask for what it missed.
  }
}
