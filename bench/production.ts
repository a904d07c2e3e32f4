import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { localSecret, type Stack, type StackOptions, startStack } from '../worker/local/stack.ts'
import { signAccessToken } from '../worker/src/auth/sessions/access-token.ts'
import { bookkeeperRows } from '../worker/src/testing/people-rows.ts'

/** A portal as it is in production, on loopback, with one bookkeeper in it. */
export interface Production {
  stack: Stack
  /** Folder of all its state. */
  data: string
  /** Its database, to look at rows and to put some there. */
  db: Client
  secret: string
  /** The bookkeeper's. */
  token: string
  userId: string
  firmId: string
  /** fetch of a path, as the bookkeeper. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Ends it and removes all that it kept. */
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000
// In development what is sent goes to a mailbox, addresses inside are let pass, and every answer is checked against its schema once more.
const AS_IN_PRODUCTION = {
  ENVIRONMENT: 'production',
  ORIGIN: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  WRITES_PER_MINUTE: '0',
  READS_AT_ONCE: '0',
  SIGN_UP: 'open',
  INVITATIONS_PER_DAY: '1000000',
  INVITATIONS_PER_DAY_MAX: '1000000',
}

/** Starts one with a store of its own. `vars`: variables of the worker beyond those of production. */
export async function startProduction({
  vars,
  ...more
}: Pick<StackOptions, 'vars' | 'floodLimit' | 'shell'> = {}): Promise<Production> {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const stack = await startStack({ data, port: 0, ...more, vars: { ...AS_IN_PRODUCTION, ...vars } })
  const db = createClient({ url: stack.sqld.url })
  const { rows, userId, firmId, sessionId } = bookkeeperRows('bench@example.com', 'Bench')
  await db.batch(rows, 'write')
  const secret = localSecret(data)
  const who = { userId, role: 'bookkeeper', firmId, clientId: null, sessionId, timeZone: 'UTC' } as const
  // A token for the whole run, which may outlast the usual quarter of an hour.
  const { token } = await signAccessToken(secret, who, new Date(Date.now() + HOUR_MS))
  return {
    stack,
    data,
    db,
    secret,
    token,
    userId,
    firmId,
    ask: (path, init = {}) =>
      fetch(stack.url + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }),
    async stop() {
      db.close()
      await stack.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
