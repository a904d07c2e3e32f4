import type { PortalSignal } from '@portal/contract/events'
import { PRESENCE_WATCH_MS } from '@portal/contract/limits'
import { attachedTo } from './connection-state.ts'

/** A tab pings every 25 seconds: one that has been silent for longer than two of them is gone, whatever its socket says. */
const SILENT_MS = 60_000

/** Returns the client record that a socket's tab acts as; null for a bookkeeper's. */
export const recordOf = (socket: WebSocket): string | null => attachedTo(socket).record

/** Returns whether any of the sockets is held by a tab that is open and acts as the record. */
export function anyAlive(
  ctx: DurableObjectState,
  sockets: readonly WebSocket[],
  record: string | null,
  now: number,
): boolean {
  return sockets.some((socket) => {
    if (recordOf(socket) !== record) return false
    const heard = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? attachedTo(socket).openedAt
    return socket.readyState === WebSocket.READY_STATE_OPEN && now - heard < SILENT_MS
  })
}

interface WatcherRow extends Record<string, SqlStorageValue> {
  user_id: string
  thread_id: string
}

/** The other sides of conversations that are open right now: each is told whether the user is there as the record it talks to. */
export class Watchers {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec('DROP TABLE IF EXISTS watchers')
    sql.exec(
      'CREATE TABLE IF NOT EXISTS record_watchers (user_id TEXT, thread_id TEXT, record TEXT, until INTEGER NOT NULL, PRIMARY KEY (user_id, thread_id))',
    )
  }

  clear(): void {
    this.sql.exec('DELETE FROM record_watchers')
  }

  /** Tells `userId` about the record for the next while. */
  add(userId: string, threadId: string, record: string | null, now: number): void {
    this.sql.exec('DELETE FROM record_watchers WHERE until < ?', now)
    this.sql.exec(
      'INSERT INTO record_watchers VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET record = excluded.record, until = excluded.until',
      userId,
      threadId,
      record,
      now + PRESENCE_WATCH_MS,
    )
  }

  /** Whom to tell, and what. */
  signals(active: boolean, record: string | null, now: number): { to: string; signal: PortalSignal }[] {
    const rows = this.sql
      .exec<WatcherRow>('SELECT user_id, thread_id FROM record_watchers WHERE until >= ? AND record IS ?', now, record)
      .toArray()
    return rows.map((row) => ({ to: row.user_id, signal: { type: 'presence', thread_id: row.thread_id, active } }))
  }
}
