import type { InStatement } from '@libsql/client'
import { uuidv7 } from '../platform/ids.ts'
import { foldedColumns } from '../platform/search/fold-text.ts'

/** Database rows of people who can sign in, for tests that are not about signing up. */

const user = (
  id: string,
  email: string,
  role: string,
  name: string,
  firmId: string | null,
  at: string,
): InStatement[] => [
  {
    sql: 'INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    args: [id, email, at, at, at],
  },
  {
    sql: `INSERT INTO profiles (id, role, name, email, firm_id, time_zone, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, 'UTC', ?, ?)`,
    args: [id, role, name, email, firmId, at, at],
  },
]

const session = (id: string, userId: string, clientId: string | null, at: string): InStatement => ({
  sql: `INSERT INTO sessions (id, user_id, client_id, refresh_hash, created_at, last_used_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  args: [id, userId, clientId, id, at, at, new Date(Date.now() + 86_400_000).toISOString()],
})

/** A person's ids and rows. */
export interface Made {
  userId: string
  sessionId: string
  firmId: string
  rows: InStatement[]
}

/** Returns the rows of a bookkeeper, in a new firm unless one is given. */
export function bookkeeperRows(email: string, name: string, firmId?: string): Made {
  const [userId, sessionId, firm] = [uuidv7(), uuidv7(), firmId ?? uuidv7()]
  const at = new Date().toISOString()
  const rows = [
    ...(firmId
      ? []
      : [{ sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firm, `${name} & Co`, at] }]),
    ...user(userId, email, 'bookkeeper', name, firm, at),
    session(sessionId, userId, null, at),
  ]
  return { userId, sessionId, firmId: firm, rows }
}

/** Returns the rows of a bookkeeper who has signed up with a password and confirmed the address. */
export function signedUpRows(
  person: { email: string; name: string; company: string; timeZone: string },
  passwordHash: string,
): InStatement[] {
  const [userId, firm] = [uuidv7(), uuidv7()]
  const at = new Date().toISOString()
  return [
    { sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firm, person.company, at] },
    ...user(userId, person.email, 'bookkeeper', person.name, firm, at),
    { sql: 'UPDATE auth_users SET password_hash = ? WHERE id = ?', args: [passwordHash, userId] },
    {
      sql: 'UPDATE profiles SET company = ?, time_zone = ? WHERE id = ?',
      args: [person.company, person.timeZone, userId],
    },
  ]
}

/** Returns the rows of a client who has signed up. */
export function clientRows(
  email: string,
  name: string,
  bookkeeper: { userId: string; firmId: string },
): Made & { clientId: string; threadId: string } {
  const [userId, sessionId, clientId, threadId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const at = new Date().toISOString()
  const rows = [
    ...user(userId, email, 'client', name, null, at),
    {
      sql: `INSERT INTO book_clients (id, name, email, phone, company, status, folded_name, bookkeeper_id, firm_id,
        created_at, updated_at) VALUES (?, ?, ?, '555 0100', 'Client Ltd', 'active', ?, ?, ?, ?, ?)`,
      args: [
        clientId,
        name,
        email,
        foldedColumns({ name, company: null }).folded_name,
        bookkeeper.userId,
        bookkeeper.firmId,
        at,
        at,
      ],
    },
    {
      sql: `INSERT INTO book_client_auth (id, client_id, auth_user_id, email, password_set, created_at, updated_at)
        VALUES (?, ?, ?, ?, 1, ?, ?)`,
      args: [uuidv7(), clientId, userId, email, at, at],
    },
    {
      sql: 'INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at) VALUES (?, ?, ?, ?)',
      args: [threadId, bookkeeper.userId, clientId, at],
    },
    session(sessionId, userId, clientId, at),
  ]
  return { userId, sessionId, firmId: bookkeeper.firmId, clientId, threadId, rows }
}
