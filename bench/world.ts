import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type InStatement } from '@libsql/client/http'
import { localSecret, type Stack, startStack } from '../worker/local/stack.ts'
import { signAccessToken } from '../worker/src/auth/token.ts'
import { uuidv7 } from '../worker/src/ids.ts'
import { childrenOf } from './cpu.ts'

/** A portal of its own with one bookkeeper and many clients, to be measured. */
export interface World {
  stack: Stack
  data: string
  secret: string
  token: string
  userId: string
  firmId: string
  clientIds: string[]
  /** Processes that serve: workerd and the database. */
  pids: number[]
  stop(): Promise<void>
}

const ROWS_PER_BATCH = 500

function clientRow(i: number, id: string, owner: string, firm: string): InStatement {
  const at = new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString()
  return {
    sql: `INSERT INTO book_clients (id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      id,
      `Client ${i.toString(36)} Number ${i}`,
      `client-${i}@example.com`,
      '555 0100',
      `Company ${i % 977} Ltd`,
      ['new', 'onboarding', 'active', 'inactive'][i % 4] ?? 'new',
      owner,
      firm,
      at,
      at,
    ],
  }
}

/** Starts a portal whose bookkeeper has `clients` clients. `more`: variables of the worker beyond those of production. */
export async function startWorld(clients: number, more: Record<string, string> = {}): Promise<World> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const before = childrenOf(process.pid, 'workerd')
  // As in production: in development every answer is checked against its schema once more.
  const vars = { ENVIRONMENT: 'production', ORIGIN: 'https://portal.example', MAIL_FROM: 'portal@portal.example', ...more }
  const stack = await startStack({ data, port: 0, vars })
  const workerd = childrenOf(process.pid, 'workerd').filter((pid) => !before.includes(pid))
  const db = createClient({ url: stack.sqld.url })
  const [userId, firmId, sessionId, at] = [uuidv7(), uuidv7(), uuidv7(), new Date().toISOString()]
  await db.batch(
    [
      { sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firmId, 'Bench & Co', at] },
      {
        sql: 'INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        args: [userId, 'bench@example.com', at, at, at],
      },
      {
        sql: `INSERT INTO profiles (id, role, name, email, firm_id, created_at, updated_at) VALUES (?, 'bookkeeper', 'Bench', 'bench@example.com', ?, ?, ?)`,
        args: [userId, firmId, at, at],
      },
      {
        sql: 'INSERT INTO sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
        args: [sessionId, userId, 'x', at, at, at],
      },
    ],
    'write',
  )
  const clientIds = Array.from({ length: clients }, () => uuidv7())
  for (let i = 0; i < clients; i += ROWS_PER_BATCH) {
    await db.batch(
      clientIds.slice(i, i + ROWS_PER_BATCH).map((id, k) => clientRow(i + k, id, userId, firmId)),
      'write',
    )
  }
  db.close()
  const secret = localSecret(data)
  // A token for the whole run: the bench may outlast the usual quarter of an hour.
  const soon = new Date(Date.now() + 60 * 60_000)
  const { token } = await signAccessToken(secret, { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' }, soon)
  const stop = async () => {
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { stack, data, secret, token, userId, firmId, clientIds, pids: [...workerd, stack.sqld.process.pid ?? 0], stop }
}
