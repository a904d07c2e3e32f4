import type { PortalSignal } from '@portal/contract/events'
import { PRESENCE_WATCH_MS } from '@portal/contract/limits'

/** A tab pings every 25 seconds: one that has been silent for longer than two of them is gone, whatever its socket says. */
const SILENT_MS = 60_000

/** What a socket remembers while the object sleeps. */
interface Attached {
  /** When it was opened, in milliseconds. */
  at: number
}

/** Notes when a socket was opened. */
export function noteOpened(socket: WebSocket, now: number): void {
  socket.serializeAttachment({ at: now } satisfies Attached)
}

/** Whether any of the sockets is held by a tab that is really there. */
export function anyAlive(ctx: DurableObjectState, sockets: readonly WebSocket[], now: number): boolean {
  return sockets.some((socket) => {
    const heard = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? (socket.deserializeAttachment() as Attached | null)?.at ?? 0
    return socket.readyState === WebSocket.READY_STATE_OPEN && now - heard < SILENT_MS
  })
}

interface WatcherRow extends Record<string, SqlStorageValue> {
  user_id: string
  thread_id: string
}

/** Who wants to know whether this user is there: the other sides of conversations that are open right now. */
export class Watchers {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS watchers (user_id TEXT, thread_id TEXT, until INTEGER NOT NULL, PRIMARY KEY (user_id, thread_id))')
  }

  /** `userId` is told for the next while. */
  add(userId: string, threadId: string, now: number): void {
    this.sql.exec('DELETE FROM watchers WHERE until < ?', now)
    this.sql.exec(
      'INSERT INTO watchers VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
      userId,
      threadId,
      now + PRESENCE_WATCH_MS,
    )
  }

  /** Whom to tell, and what. */
  signals(active: boolean, now: number): { to: string; signal: PortalSignal }[] {
    const rows = this.sql.exec<WatcherRow>('SELECT user_id, thread_id FROM watchers WHERE until >= ?', now).toArray()
    return rows.map((row) => ({ to: row.user_id, signal: { type: 'presence', thread_id: row.thread_id, active } }))
  }
}
