import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '@libsql/client/http'
import { freePort } from '../../tools/run/sqld.ts'
import { localSecret, type Stack, type StackOptions, startStack } from '../../tools/run/stack.ts'
import { signAccessToken } from '../../worker/src/platform/access/access-token.ts'
import { bookkeeperRows } from '../../worker/src/testing/people-rows.ts'
import { childrenOf } from '../cpu.ts'

/** A portal with the settings of production, on loopback, with one bookkeeper. */
export interface Production extends AsyncDisposable {
  stack: Stack
  /** Folder of all its state. */
  data: string
  /** Its database, to read and write rows directly. */
  db: Client
  /** The processes that serve: workerd and the database. */
  pids: number[]
  /** Process of the database. */
  sqldPid: number
  secret: string
  /** The bookkeeper's access token. */
  token: string
  userId: string
  sessionId: string
  firmId: string
  /** Fetches a path as the bookkeeper. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Waits until no event and no audit log entry waits for the dispatcher or the writer. */
  settle(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

export const BOOKKEEPER = { email: 'bench@example.com', name: 'Bench' }
export const HOUR_MS = 3_600_000
const SETTLE_TIMEOUT_MS = 120_000
// Development keeps mails in a mailbox, allows private addresses and validates every response.
const VARS = {
  ENVIRONMENT: 'production',
  ORIGIN: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  WRITES_PER_MINUTE: '0',
  READS_AT_ONCE: '0',
  SIGN_UP: 'open',
  INVITATIONS_PER_DAY: '1000000',
  INVITATIONS_PER_DAY_MAX: '1000000',
}
const WAITING = `SELECT (SELECT count(*) FROM audit_log WHERE hash IS NULL)
  + (SELECT count(*) FROM outbox WHERE kind = 'event' AND done_at IS NULL AND dead_at IS NULL) AS n`

/** @throws Error when work still waits after two minutes */
async function settle(db: Client): Promise<void> {
  for (const until = Date.now() + SETTLE_TIMEOUT_MS; ; await pause(100)) {
    const [row] = (await db.execute(WAITING)).rows
    const waiting = Number(row?.['n'])
    if (waiting === 0) return
    if (Date.now() > until) throw new Error(`${waiting} events and audit log entries still wait`)
  }
}

/** Starts a portal with an empty store. `vars` overrides variables of the worker. */
export async function startProduction({
  vars,
  ...more
}: Pick<StackOptions, 'vars' | 'floodLimit' | 'shell'> = {}): Promise<Production> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const others = childrenOf(process.pid, 'workerd')
  const stack = await startStack({ data, port: await freePort(), ...more, vars: { ...VARS, ...vars } })
  const workerd = childrenOf(process.pid, 'workerd').filter((pid) => !others.includes(pid))
  const sqldPid = stack.sqld.process.pid ?? 0
  const db = createClient({ url: stack.sqld.url })
  const { rows, userId, firmId, sessionId } = bookkeeperRows(BOOKKEEPER.email, BOOKKEEPER.name)
  await db.batch(rows, 'write')
  const secret = localSecret(data)
  const actor = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  // A run may take longer than the quarter of an hour for which tokens are valid.
  const { token } = await signAccessToken(secret, actor, new Date(Date.now() + HOUR_MS))
  const stop = async () => {
    db.close()
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return {
    stack,
    data,
    db,
    pids: [...workerd, sqldPid],
    sqldPid,
    secret,
    token,
    userId,
    sessionId,
    firmId,
    ask(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
      if (!headers.has('content-type')) headers.set('content-type', 'application/json')
      return fetch(stack.url + path, { ...init, headers })
    },
    settle: () => settle(db),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
