import type { Client } from '@libsql/client/http'
import { signAccessToken } from '../../worker/src/platform/access/access-token.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { bodyOf } from '../measure.ts'
import * as rows from './fill-rows.ts'
import { CLIENT, idOf, KIND, timeOf, WORKFORMS } from './fill-rows.ts'
import { HOUR_MS, type Production } from './production.ts'

const ROWS_PER_STATEMENT = 2000
/** Without it the agent would write to the clients of sections that are due. */
const NO_FOLLOW_UPS = 'UPDATE agent_clients SET next_at = NULL WHERE next_at IS NOT NULL'

/** Inserts the rows of the things `from` to `to` (exclusive), and runs `after` in the same transactions. */
async function insert(
  db: Client,
  table: string,
  [from, to]: [number, number],
  rowsOf: rows.RowsOf,
  after: string[] = [],
) {
  for (let start = from; start < to; start += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, to - start)
    const chunk = Array.from({ length: count }, (_, k) => rowsOf(start + k)).flat()
    const columns = Object.keys(chunk[0] ?? {})
    const values = columns.map((column) => `value ->> '$.${column}'`)
    const sql = `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM json_each(?)`
    await db.batch([{ sql, args: [JSON.stringify(chunk)] }, ...after], 'write')
  }
}

/** Lets the first client sign in. @returns the client's session */
async function signUpClient({ db, secret, firmId }: Production): Promise<ClientSession> {
  const { id, userId, email, name } = CLIENT
  const [at, sessionId, expires] = [timeOf(0), uuidv7(), new Date(Date.now() + HOUR_MS)]
  const statements = [
    {
      sql: 'INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      args: [userId, email, at, at, at],
    },
    {
      sql: "INSERT INTO profiles (id, role, name, email, created_at, updated_at) VALUES (?, 'client', ?, ?, ?, ?)",
      args: [userId, name, email, at, at],
    },
    {
      sql: `INSERT INTO book_client_auth (id, client_id, auth_user_id, email, password_set, created_at, updated_at)
        VALUES (?, ?, ?, ?, 1, ?, ?)`,
      args: [userId, id, userId, email, at, at],
    },
    {
      sql: `INSERT INTO sessions (id, user_id, client_id, refresh_hash, created_at, last_used_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      args: [sessionId, userId, id, sessionId, at, at, expires.toISOString()],
    },
    NO_FOLLOW_UPS,
  ]
  await db.batch(statements, 'write')
  const actor = { userId, role: 'client', firmId, clientId: id, sessionId, timeZone: 'UTC' } as const
  const { token } = await signAccessToken(secret, actor, expires)
  return { sessionId, token }
}

export interface ClientSession {
  sessionId: string
  token: string
}

/** Changes the phone number of client `i`, once: the request carries the version that `fill` inserted. */
export function updateClient(portal: Production, i: number): Promise<string> {
  const { name, email, company, status, updated_at } = rows.clientRow(portal, i)
  const body = JSON.stringify({ name, email, company, status, updated_at, phone: '555 0199' })
  return bodyOf(portal.ask(`/api/clients/${idOf(KIND.client, i)}`, { method: 'PATCH', body }))
}

/** Gives the bookkeeper `n` clients, sections, messages and audit log entries. @returns the first client's session */
export async function fill(portal: Production, n: number): Promise<ClientSession> {
  const { db } = portal
  const part = (share: number): [number, number] => [0, Math.ceil(n / share)]
  await portal.settle()
  await insert(db, 'book_workforms', [0, WORKFORMS], rows.workformRows(portal))
  await insert(db, 'workform_versions', [0, WORKFORMS], rows.versionRows)
  await insert(db, 'book_clients', part(1), (i) => [rows.clientRow(portal, i)])
  const sections = rows.sectionRows(portal, new Date().toISOString())
  await insert(db, 'book_form_submissions', part(3), rows.submissionRows(portal))
  await insert(db, 'book_client_workforms', part(3), sections, [NO_FOLLOW_UPS])
  await insert(db, 'workform_section_statuses', part(3), rows.statusRows)
  await insert(db, 'chat_threads', part(10), rows.threadRows(portal))
  await insert(db, 'chat_messages', part(10), rows.firstMessageRows)
  await insert(db, 'chat_messages', part(1), rows.messageRows)
  // The bookkeeper has read most conversations; in the long one both sides have five unread messages.
  await db.execute('UPDATE chat_threads SET bookkeeper_read = last_seq, bookkeeper_unread = 0 WHERE rowid % 50 > 0')
  await db.execute({
    sql: `UPDATE chat_threads SET bookkeeper_read = last_seq - 10, client_read = last_seq - 10,
      bookkeeper_unread = 5, client_unread = 5 WHERE id = ?`,
    args: [idOf(KIND.thread, 0)],
  })
  await insert(db, 'book_client_notifications', part(10), rows.notificationRows)
  await insert(db, 'audit_log', part(1), rows.entryRows(portal))
  await insert(db, 'book_form_submissions', [1, 6], rows.openSubmissionRows(portal))
  await insert(db, 'book_client_workforms', [1, 6], rows.openSectionRows(portal))
  return signUpClient(portal)
}
