import { LibsqlBatchError } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { inject } from 'vitest'
import type { BookkeeperContext } from '../context.ts'
import { noTrips } from '../platform/db/client.ts'
import { stamped } from '../platform/db/statement.ts'
import type { WriteBatch, WriteOutcome } from '../platform/db/writer/write-batch.ts'
import { type Env, settings } from '../env.ts'
import { uuidv7 } from '../platform/ids.ts'
import { db, insert, operatorUrl, portalUrl, type TestBookkeeper } from './portal.ts'

/** Returns an environment of the portal under test whose batches `run` executes. */
const envWith = (run: (batch: WriteBatch) => Promise<WriteOutcome>): Env =>
  ({
    ENVIRONMENT: 'development',
    LIBSQL_URL: inject('databaseUrl'),
    AUTH_SECRET: 'x'.repeat(32),
    WRITER: { getByName: () => ({ run }) },
    // Nobody has the portal open.
    USER_INBOX: { getByName: () => ({ isOnline: () => Promise.resolve(false) }) },
  }) as unknown as Env

/** Runs an operation of a bookkeeper, and something else between its reads and its first write. */
export function interrupted<T>(
  { userId, firmId }: TestBookkeeper,
  operation: (ctx: BookkeeperContext) => Promise<T>,
  other: () => Promise<unknown>,
): Promise<T> {
  let before: Promise<unknown> | undefined
  const env = envWith(async ({ statements }) => {
    before ??= other()
    await before
    try {
      const at = new Date().toISOString()
      await insert(statements.map((s) => stamped(s, at)).map(({ sql, args }) => ({ sql, args: [...args] })))
      return { ok: true, rows: [] }
    } catch (error) {
      if (!(error instanceof LibsqlBatchError)) throw error
      return { ok: false, step: error.statementIndex, message: error.message }
    }
  })
  const ctx = {
    env,
    settings: settings(env),
    db: drizzle(db),
    trips: noTrips(),
    actor: { userId, firmId, role: 'bookkeeper', clientId: null, sessionId: uuidv7(), timeZone: 'UTC' } as const,
    requestId: uuidv7(),
    origin: portalUrl,
    operatorOrigin: operatorUrl,
    site: 'portal' as const,
    network: '127.0.0.1',
    userAgent: 'test',
    idempotencyKey: undefined,
    target: '',
    fingerprint: '',
    now: new Date(),
  }
  return operation(ctx)
}
