import type { InStatement } from '@libsql/client/http'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { compare } from '../measure.ts'
import { idOf, KIND, timeOf } from '../setup/fill-rows.ts'
import type { Production } from '../setup/production.ts'
import { CLIENTS, type FilledPortal } from '../setup/setups.ts'

/** sqld stops accepting writes when more writers send whole batches, which is why the portal has one writer. */
const FLOOR_WIDTH = 2

/** Returns what the portal writes for the update of client `i`: the row, an event and the audit log entry. */
function batchOf({ userId, firmId }: Production, i: number): InStatement[] {
  const [id, at, seen] = [idOf(KIND.client, i), new Date().toISOString(), timeOf(i)]
  const event = JSON.stringify({ type: 'client.changed', ids: { client_id: id } })
  const detail = JSON.stringify({ phone: { from: '555 0100', to: '555 0199' } })
  return [
    {
      sql: 'UPDATE book_clients SET phone = ?, updated_at = ? WHERE id = ? AND bookkeeper_id = ? AND updated_at = ?',
      args: ['555 0199', at, id, userId, seen],
    },
    "SELECT CASE WHEN changes() > 0 THEN 1 ELSE json('no row') END",
    {
      // Marked as done: only the portal's events are for its dispatcher.
      sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, done_at)
        VALUES (?, ?, 'event', ?, ?, ?, ?)`,
      args: [uuidv7(), `user:${userId}`, event, at, at, at],
    },
    {
      sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)
        SELECT ?, 'user:' || auth_user_id, 'event', ?, ?, ? FROM book_client_auth
        WHERE client_id = ? AND auth_user_id IS NOT NULL`,
      args: [uuidv7(), event, at, at, id],
    },
    {
      sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id,
        detail, at) VALUES (?, ?, ?, 'bookkeeper', 'client.updated', 'client', ?, ?, ?, ?)`,
      args: [uuidv7(), firmId, userId, id, id, detail, at],
    },
  ]
}

/** Runs a batch, and retries while another writer has locked the database. */
async function runBatch({ db }: Production, batch: InStatement[]): Promise<void> {
  for (;;) {
    try {
      await db.batch(batch, 'write')
      return
    } catch (error) {
      if (!String(error).includes('SQLITE_BUSY')) throw error
    }
  }
}

/** Measures updates per second, 16 at a time, against the same batches sent directly to the database. */
export const writing = (stage: FilledPortal) =>
  compare(stage, { requests: 400, width: 16, floorWidth: FLOOR_WIDTH }, stage.updateNext, (i) =>
    runBatch(stage.portal, batchOf(stage.portal, CLIENTS - 1 - i)),
  )
