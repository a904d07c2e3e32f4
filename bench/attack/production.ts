import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { localSecret, type Stack, startStack } from '../../worker/local/stack.ts'
import { signAccessToken } from '../../worker/src/auth/token.ts'
import { uuidv7 } from '../../worker/src/ids.ts'

/** A portal as it is in production, on loopback: for what development lets pass. */
export interface Production {
  url: string
  data: string
  stack: Stack
  /** fetch of a path as its one bookkeeper. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Rows of its database. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  change(sql: string): Promise<void>
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Starts one with a bookkeeper in it. */
export async function startProduction(vars: Record<string, string> = {}): Promise<Production> {
  const data = mkdtempSync(join(tmpdir(), 'portal-attack-'))
  const own = { ENVIRONMENT: 'production', ORIGIN: 'https://portal.example', MAIL_FROM: 'portal@portal.example' }
  const stack = await startStack({ data, port: 0, floodLimit: 1_000_000, vars: { ...own, ...vars } })
  const db = createClient({ url: stack.sqld.url })
  const [userId, firmId, sessionId, at] = [uuidv7(), uuidv7(), uuidv7(), new Date().toISOString()]
  await db.batch(
    [
      { sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firmId, 'Attacked & Co', at] },
      {
        sql: 'INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        args: [userId, 'bea@example.com', at, at, at],
      },
      {
        sql: `INSERT INTO profiles (id, role, name, email, firm_id, created_at, updated_at) VALUES (?, 'bookkeeper', 'Bea', 'bea@example.com', ?, ?, ?)`,
        args: [userId, firmId, at, at],
      },
      {
        sql: 'INSERT INTO sessions (id, user_id, refresh_hash, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
        args: [sessionId, userId, 'x', at, at, at],
      },
    ],
    'write',
  )
  const who = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  const { token } = await signAccessToken(localSecret(data), who, new Date(Date.now() + HOUR_MS))
  return {
    url: stack.url,
    data,
    stack,
    ask: (path, init = {}) =>
      fetch(stack.url + path, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }),
    rows: async (sql) => (await db.execute(sql)).rows,
    change: async (sql) => void (await db.execute(sql)),
    async stop() {
      db.close()
      await stack.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
