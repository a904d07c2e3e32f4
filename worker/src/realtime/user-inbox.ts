import { DurableObject } from 'cloudflare:workers'
import { type PortalEvent, type PortalSignal, REALTIME_PROTOCOL, type RealtimeFrame } from '@portal/contract/events'
import { type Env, settings } from '../env.ts'
import { FrameLimit } from './frame-limit.ts'
import { readTyping } from './typing.ts'
import { anyAlive, noteOpened, Watchers } from './watchers.ts'

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

  /** Opens a socket. `since` is the last number the tab has seen, absent for a tab that begins; `session` tags the socket. */
  override fetch(request: Request): Response {
    const url = new URL(request.url)
    const { 0: client, 1: server } = new WebSocketPair()
    const wasThere = anyAlive(this.ctx, this.ctx.getWebSockets(), Date.now())
    this.ctx.acceptWebSocket(server, [url.searchParams.get('session') ?? ''])
    noteOpened(server, Date.now())
    if (!wasThere) this.tellWatchers(true)
    const last = this.last()
    const asked = url.searchParams.get('since')
    const since = asked === null ? last : Number(asked)
    const first = this.ctx.storage.sql.exec<{ s: number | null }>('SELECT min(seq) AS s FROM events').one().s ?? last + 1
    if (since > last || since + 1 < first || last - since > RESUME_MAX) {
      send(server, { t: 'reset', seq: last })
    } else {
      for (const row of this.ctx.storage.sql.exec<EventRow>('SELECT * FROM events WHERE seq > ? ORDER BY seq', since))
        send(server, { t: 'event', event: toEvent(row) })
    }
    send(server, { t: 'ready', seq: last })
    return new Response(null, { status: 101, webSocket: client, headers: { 'sec-websocket-protocol': REALTIME_PROTOCOL } })
  }

  /** Logs events and sends them to every open tab. A repeat (same id) does nothing. */
  async publish(events: readonly Omit<PortalEvent, 'seq'>[]): Promise<void> {
    for (const event of events) this.publishOne(event)
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + TRIM_AFTER_MS)
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
    const text = JSON.stringify({ t: 'event', event: toEvent(row) } satisfies RealtimeFrame)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
    if (event.type === 'session.revoked') this.disconnect(event.ids.session_id ?? '')
  }

  /** Trims the log by number and age. */
  override alarm(): void {
    this.ctx.storage.sql.exec(
      'DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? OR (at < ? AND seq < (SELECT max(seq) FROM events))',
      KEEP_EVENTS,
      new Date(Date.now() - KEEP_MS).toISOString(),
    )
  }

  /** Whether the user has the portal open. */
  isThere(): boolean {
    return anyAlive(this.ctx, this.ctx.getWebSockets(), Date.now())
  }

  /** Whether the user has the portal open; `watcher` is told of changes in the next while, for the thread. */
  watch(watcher: string, threadId: string): boolean {
    const now = Date.now()
    this.watchers.add(watcher, threadId, now)
    return anyAlive(this.ctx, this.ctx.getWebSockets(), now)
  }

  /** Tells every open tab what passes; it is kept nowhere. */
  signal(signal: PortalSignal): void {
    const text = JSON.stringify({ t: 'signal', signal } satisfies RealtimeFrame)
    for (const socket of this.ctx.getWebSockets()) sendText(socket, text)
  }

  /** Besides pings, which the runtime answers, tabs say that their user is typing. Whatever else is said is refused; it harms nobody. */
  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const now = Date.now()
    const verdict = this.limit.judge(socket, now)
    if (verdict === 'close') socket.close(1008, 'too many frames')
    if (verdict === 'refuse') send(socket, { t: 'refused', reason: 'too_many' })
    if (verdict !== 'take') return
    const typing = readTyping(settings(this.env).AUTH_SECRET, data, now)
    if ('refused' in typing) send(socket, { t: 'refused', reason: typing.refused })
    else if (typing.to && typing.threadId) await this.pass(typing.to, { type: 'typing', thread_id: typing.threadId })
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
    if (!anyAlive(this.ctx, others, Date.now())) this.tellWatchers(false)
  }

  private tellWatchers(active: boolean): void {
    const told = this.watchers.signals(active, Date.now()).map(({ to, signal }) => this.pass(to, signal))
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

  private disconnect(session: string): void {
    for (const socket of this.ctx.getWebSockets(session)) socket.close(4001, 'session ended')
  }
}

function toEvent(row: EventRow): PortalEvent {
  return { seq: row.seq, id: row.id, type: row.type as PortalEvent['type'], ids: JSON.parse(row.ids) as PortalEvent['ids'], at: row.at }
}

const send = (socket: WebSocket, frame: RealtimeFrame): void => sendText(socket, JSON.stringify(frame))

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The tab is gone; it will ask for what it missed.
  }
}
