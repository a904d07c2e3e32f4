import { setTimeout as pause } from 'node:timers/promises'
import type { InStatement } from '@libsql/client/http'
import { createApiClient } from '../../client.ts'
import { signAccessToken } from '../platform/access/access-token.ts'
import { openTestDatabase } from './database.ts'
import { bookkeeperRows, clientRows, type Made } from './people-rows.ts'
import { underTest } from './under-test.ts'
import { until } from './until.ts'
import { whenNotBusy } from './when-not-busy.ts'

/** People with access to the portal under test. Their rows are inserted directly into the database. */

export const { portalUrl, operatorUrl } = underTest

/** Returns the origin at which a path of the API answers. */
export const originOf = (path: string): string =>
  /^\/api\/(?:auth\/operator|delivery|remotes)\//.test(path) ? operatorUrl : portalUrl

export const db = openTestDatabase(underTest.databaseUrl)

export interface Caller {
  userId: string
  email: string
  token: string
  /** The typed client, signed in. */
  api: ReturnType<typeof createApiClient>
  /** Fetches a path of the portal, signed in. */
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
/** Returns a text that no other test uses. */
export const unique = (prefix: string): string => `${prefix}-${process.pid}-${Date.now()}-${counter++}`

let lastInsert: Promise<void> = Promise.resolve()

/**
 * Writes rows, one batch of this process at a time: libSQL's server stops accepting writes when many writers compete
 * (tursodatabase/libsql issue 1195).
 */
export function insert(statements: InStatement[]): Promise<void> {
  const inserted = lastInsert.then(() => insertNow(statements))
  lastInsert = inserted.catch(() => undefined)
  return inserted
}

/** Writes rows, retrying while the portal holds the lock, and when the database ended a slow write. */
async function insertNow(statements: InStatement[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await db.batch(statements, 'write')
      return
    } catch (error) {
      if (tries > 50 || !/BUSY|TRANSACTION_TIMEOUT|STREAM_EXPIRED/.test(String(error))) throw error
      await pause(tries)
    }
  }
}

function caller(userId: string, email: string, token: string): Caller {
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const request = () => fetch(new URL(path, originOf(path)), { ...init, headers })
    // A stream can be sent only once.
    return init.body instanceof ReadableStream ? request() : whenNotBusy(request)
  }
  const api = createApiClient({
    baseUrl: portalUrl,
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      call(input instanceof Request ? input.url : input.toString(), init),
  })
  return { userId, email, token, api, fetch: call }
}

/** A caller without a token. */
export const stranger: Caller = caller('', '', '')

const tokenOf = async (made: Made, role: 'bookkeeper' | 'client', clientId: string | null): Promise<string> => {
  const { userId, firmId, sessionId } = made
  const actor = { userId, role, firmId, clientId, sessionId, timeZone: 'UTC' }
  return (await signAccessToken(underTest.authSecret, actor, new Date())).token
}

/** Creates a bookkeeper, in a new firm unless one is given. */
export async function newBookkeeper(firmId?: string, name = 'Bea Bookkeeper'): Promise<TestBookkeeper> {
  const email = `${unique('bookkeeper')}@example.com`
  const made = bookkeeperRows(email, name, firmId)
  await insert(made.rows)
  return { ...caller(made.userId, email, await tokenOf(made, 'bookkeeper', null)), firmId: made.firmId, name }
}

/** Creates a client of the bookkeeper who has signed up. */
export async function newClient(bookkeeper: TestBookkeeper, name = 'Cleo Client'): Promise<TestClient> {
  const email = `${unique('client')}@example.com`
  const made = clientRows(email, name, bookkeeper)
  await insert(made.rows)
  const { clientId } = made
  return { ...caller(made.userId, email, await tokenOf(made, 'client', clientId)), clientId, name }
}

/** A mail in the development mailbox. */
export interface SentMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  replyTo: string | null
  sentAt: string
}

const DUE_MAIL = `SELECT 1 FROM outbox WHERE recipient = 'mail:' || ? AND done_at IS NULL AND dead_at IS NULL
  AND next_at <= strftime('%Y-%m-%dT%H:%M:%fZ') LIMIT 1`

/** Returns the mails sent to an address, newest first, once none of them waits to be sent. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  await until(`the mail to ${address}`, async () => {
    const { rows } = await db.execute({ sql: DUE_MAIL, args: [address] })
    return rows.length === 0 || undefined
  })
  // Asks for this address, because the mailbox lists a limited number of mails.
  const mailbox = new URL(`/dev/mailbox.json?to=${encodeURIComponent(address)}`, portalUrl)
  const response = await fetch(underTest.mailboxUrl ?? mailbox)
  return ((await response.json()) as SentMail[]).filter((m) => m.to === address)
}

/** Returns the problem document of a response. */
export async function problemOf(response: Response): Promise<{
  code: string
  title: string
  detail: string
  status: number
  errors?: { path: string; message: string }[]
}> {
  return (await response.json()) as never
}

export function textOf(row: Record<string, unknown> | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}
