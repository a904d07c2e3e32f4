import type { InStatement } from '@libsql/client/http'
import { uuidv7 } from '../worker/src/ids.ts'
import { BUDGETS } from './budgets.ts'
import { fill } from './fill.ts'
import { idOf, KIND, timeOf } from './fill-rows.ts'
import { measure } from './measure.ts'
import { type Production, startProduction } from './production.ts'
import type { Row } from './table.ts'
import { updateClient } from './update-client.ts'

const CLIENTS = 10_000
const REQUESTS = 400
/** sqld stops accepting writes when more writers send whole batches, which is why the portal has one writer. */
const FLOOR_WIDTH = 2

/** Returns what the portal writes for the update of client `i`: the row, an event and the audit log entry. */
function batchOf({ userId, firmId }: Production, i: number): InStatement[] {
  const [id, at, seen] = [idOf(KIND.client, i), new Date().toISOString(), timeOf(i)]
  const event = JSON.stringify({ type: 'client.changed', ids: { client_id: id } })
  const detail = JSON.stringify({ phone: { from: '555 0100', to: '555 0199' } })
  return [
    {
      sql: `UPDATE book_clients SET name = name, email = email, phone = ?, company = company, status = status,
        updated_at = ? WHERE id = ? AND bookkeeper_id = ? AND updated_at = ?`,
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
export async function measureWrites(): Promise<Row[]> {
  await using portal = await startProduction()
  await fill(portal, CLIENTS)
  const { cost, floor } = await measure(
    { pids: portal.pids, requests: REQUESTS, width: 16, request: (i) => updateClient(portal, i + 1) },
    {
      pids: [portal.sqldPid],
      requests: REQUESTS,
      width: FLOOR_WIDTH,
      request: (i) => runBatch(portal, batchOf(portal, CLIENTS - 1 - i)),
    },
  )
  const ratio = cost.rate / floor.rate
  return [
    {
      what: '16 updates at once, against the same batch sent to the database',
      figure: `${ratio.toFixed(2)} × floor`,
      against: `${cost.rate.toFixed(0)} against ${floor.rate.toFixed(0)} per second`,
      budget: `≥ ${BUDGETS.updatesAtOnce} ×`,
      met: ratio >= BUDGETS.updatesAtOnce,
    },
  ]
}
