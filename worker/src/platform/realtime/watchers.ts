import type { PortalSignal } from '@portal/contract/events'
import { PRESENCE_WATCH_MS } from '@portal/contract/limits'
import { connectionStateOf } from './connection-state.ts'

/** Time after which a silent tab counts as closed. Tabs ping every 25 seconds. */
const SILENT_MS = 60_000

/** Returns the client record that a socket's tab acts as; null for a bookkeeper. */
export const recordOf = (socket: WebSocket): string | null => connectionStateOf(socket).record

/** Returns whether a socket belongs to an open tab. */
export function isOpenTab(ctx: DurableObjectState, socket: WebSocket, now: number): boolean {
  const lastSeen = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectionStateOf(socket).openedAt
  return socket.readyState === WebSocket.READY_STATE_OPEN && now - lastSeen < SILENT_MS
}

/** Returns whether any of the sockets belongs to an open tab that acts as the record. */
export function hasOpenTab(
  ctx: DurableObjectState,
  sockets: readonly WebSocket[],
  record: string | null,
  now: number,
): boolean {
  return sockets.some((socket) => recordOf(socket) === record && isOpenTab(ctx, socket, now))
}

interface WatcherRow extends Record<string, SqlStorageValue> {
  user_id: string
  thread_id: string
}

/** Users with an open conversation with this user, who get presence signals about the record that they talk to. */
export class Watchers {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec('DROP TABLE IF EXISTS watchers')
    sql.exec(
      `CREATE TABLE IF NOT EXISTS record_watchers (user_id TEXT, thread_id TEXT, record TEXT, until INTEGER NOT NULL,
        PRIMARY KEY (user_id, thread_id))`,
    )
  }

  clear(): void {
    this.sql.exec('DELETE FROM record_watchers')
  }

  /** Sends `userId` presence signals about the record for some time. */
  add(userId: string, threadId: string, record: string | null, now: number): void {
    this.sql.exec('DELETE FROM record_watchers WHERE until < ?', now)
    this.sql.exec(
      `INSERT INTO record_watchers VALUES (?, ?, ?, ?) ON CONFLICT
        DO UPDATE SET record = excluded.record, until = excluded.until`,
      userId,
      threadId,
      record,
      now + PRESENCE_WATCH_MS,
    )
  }

  /** Returns the presence signals to send. */
  signals(active: boolean, record: string | null, now: number): { to: string; signal: PortalSignal }[] {
    const rows = this.sql
      .exec<WatcherRow>('SELECT user_id, thread_id FROM record_watchers WHERE until >= ? AND record IS ?', now, record)
      .toArray()
    return rows.map((row) => ({ to: row.user_id, signal: { type: 'presence', thread_id: row.thread_id, active } }))
  }
}
