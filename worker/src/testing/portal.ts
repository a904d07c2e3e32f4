import { createClient, type InStatement } from '@libsql/client/http'
import { createApiClient } from '../../client.ts'
import { signAccessToken } from '../auth/token.ts'
import { uuidv7 } from '../ids.ts'
import { underTest } from './under-test.ts'

/** People and their access to the portal under test. Rows are put straight into the database; the API is what is tested. */

export const { portalUrl } = underTest
/** The database of the portal under test, to look at rows. */
export const db = createClient({ url: underTest.databaseUrl })

/** Someone who talks to the portal. */
export interface Caller {
  userId: string
  email: string
  token: string
  /** The typed client, signed in. */
  api: ReturnType<typeof createApiClient>
  /** fetch of a path of the portal, signed in. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}
export interface TestBookkeeper extends Caller {
  firmId: string
  name: string
}
export interface TestClient extends Caller {
  clientId: string
  name: string
}

let counter = 0
/** A text that no other test uses. */
export const unique = (prefix: string): string => `${prefix}-${process.pid}-${Date.now().toString(36)}-${counter++}`

/** Writes rows, waiting while the portal holds the lock. */
export async function insert(statements: InStatement[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await db.batch(statements, 'write')
      return
    } catch (error) {
      if (tries > 50 || !String(error).includes('BUSY')) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

function caller(userId: string, email: string, token: string): Caller {
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return fetch(new URL(path, portalUrl), { ...init, headers })
  }
  const api = createApiClient({
    baseUrl: portalUrl,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => call(input instanceof Request ? input.url : input.toString(), init),
  })
  return { userId, email, token, api, fetch: call }
}

/** Nobody in particular: no token. */
export const stranger: Caller = caller('', '', '')

const user = (id: string, email: string, role: string, name: string, firmId: string | null, at: string): InStatement[] => [
  {
    sql: 'INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    args: [id, email, at, at, at],
  },
  {
    sql: `INSERT INTO profiles (id, role, name, email, firm_id, time_zone, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'UTC', ?, ?)`,
    args: [id, role, name, email, firmId, at, at],
  },
]

const session = (id: string, userId: string, clientId: string | null, at: string): InStatement => ({
  sql: 'INSERT INTO sessions (id, user_id, client_id, refresh_hash, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  args: [id, userId, clientId, id, at, at, new Date(Date.now() + 86_400_000).toISOString()],
})

/** A bookkeeper, in a firm of their own unless one is given. */
export async function newBookkeeper(firmId?: string, name = 'Bea Bookkeeper'): Promise<TestBookkeeper> {
  const [userId, sessionId, firm] = [uuidv7(), uuidv7(), firmId ?? uuidv7()]
  const email = `${unique('bookkeeper')}@example.com`
  const at = new Date().toISOString()
  await insert([
    ...(firmId ? [] : [{ sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firm, `${name} & Co`, at] }]),
    ...user(userId, email, 'bookkeeper', name, firm, at),
    session(sessionId, userId, null, at),
  ])
  const { token } = await signAccessToken(
    underTest.authSecret,
    { userId, role: 'bookkeeper', firmId: firm, clientId: null, sessionId, timeZone: 'UTC' },
    new Date(),
  )
  return { ...caller(userId, email, token), firmId: firm, name }
}

/** A client of the bookkeeper who has signed up. */
export async function newClient(bookkeeper: TestBookkeeper, name = 'Cleo Client'): Promise<TestClient> {
  const [userId, sessionId, clientId] = [uuidv7(), uuidv7(), uuidv7()]
  const email = `${unique('client')}@example.com`
  const at = new Date().toISOString()
  await insert([
    ...user(userId, email, 'client', name, null, at),
    {
      sql: `INSERT INTO book_clients (id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at, updated_at) VALUES (?, ?, ?, '555 0100', 'Client Ltd', 'active', ?, ?, ?, ?)`,
      args: [clientId, name, email, bookkeeper.userId, bookkeeper.firmId, at, at],
    },
    {
      sql: 'INSERT INTO book_client_auth (id, client_id, auth_user_id, email, password_set, created_at, updated_at) VALUES (?, ?, ?, ?, 1, ?, ?)',
      args: [uuidv7(), clientId, userId, email, at, at],
    },
    {
      sql: 'INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at) VALUES (?, ?, ?, ?)',
      args: [uuidv7(), bookkeeper.userId, clientId, at],
    },
    session(sessionId, userId, clientId, at),
  ])
  const { token } = await signAccessToken(
    underTest.authSecret,
    { userId, role: 'client', firmId: bookkeeper.firmId, clientId, sessionId, timeZone: 'UTC' },
    new Date(),
  )
  return { ...caller(userId, email, token), clientId, name }
}

/** A mail of the development mailbox. */
export interface SentMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  sentAt: string
}

/** Mails sent to an address, newest first. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const response = await fetch(new URL('/dev/mailbox.json', portalUrl))
  return ((await response.json()) as SentMail[]).filter((m) => m.to === address)
}

/** An error answer as the contract describes it. */
export async function problemOf(
  response: Response,
): Promise<{ code: string; title: string; detail: string; status: number; errors?: { path: string; message: string }[] }> {
  return (await response.json()) as never
}

/** A column of a row as text; '' where it is none. */
export function textOf(row: Record<string, unknown> | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}
