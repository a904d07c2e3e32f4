import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors.ts'
import { noTrips } from './client.ts'
import { ALWAYS_ALLOWED_BYTES } from './firm-storage.ts'
import { commit, step } from './write.ts'
import type { WriteBatch } from './writer/write-batch.ts'

/** Commits a guarded step whose batch fails at a statement with a message. @returns the error */
async function refusedWith(message: string, at: number): Promise<unknown> {
  const writer = { run: async () => ({ ok: false, step: at, message }) }
  const env = { WRITER: { getByName: () => writer } } as unknown as Env
  const guarded = step(sql`UPDATE sections SET version = 2`, 'stale')
  return commit({ env, trips: noTrips() }, [guarded]).then(
    () => undefined,
    (error: unknown) => error,
  )
}

it('throws the error of a step when its check fails', async () => {
  expect(await refusedWith('SQLite error: malformed JSON', 1)).toMatchObject({ code: 'stale' })
})

it.each([
  'SQLite error: disk I/O error',
  'SQLite error: database or disk is full',
  'SQLite error: unable to open database file',
  'Transaction timed-out',
  'STREAM_EXPIRED: The stream has expired due to inactivity',
])('asks callers to retry when the disk fails, or the server is too slow: %s', async (message) => {
  for (const at of [-1, 0, 1]) expect(await refusedWith(message, at)).toMatchObject({ code: 'busy', retryAfter: 1 })
})

it('throws an internal error when a statement fails for another reason, even a check', async () => {
  for (const at of [0, 1])
    expect(await refusedWith('SQLite error: no such table: sections', at)).not.toBeInstanceOf(AppError)
})

/** Commits a step with an argument. @returns the statements that reach the Writer */
async function sent(text: string, actor?: { firmId: string }, repeatsText = false): Promise<string[]> {
  const statements: string[] = []
  const run = async (batch: WriteBatch) => {
    statements.push(...batch.statements.map((s) => s.sql))
    return { ok: true, rows: batch.statements.map(() => []) }
  }
  const config = { LIBSQL_URL: 'http://127.0.0.1', AUTH_SECRET: 'x'.repeat(32), ENVIRONMENT: 'development' }
  const env = { ...config, WRITER: { getByName: () => ({ run }) } } as unknown as Env
  const write = { ...step(sql`UPDATE workforms SET name = ${text}`), repeatsText }
  await commit({ env, trips: noTrips(), ...(actor && { actor }) }, [write])
  return statements
}

it('checks the storage of a firm only when a person may add much text', async () => {
  const [short, long, actor] = ['x'.repeat(ALWAYS_ALLOWED_BYTES), 'x'.repeat(ALWAYS_ALLOWED_BYTES + 1), { firmId: 'f' }]
  const checked = [
    expect.stringContaining('"bytes_before" = "firm_storage"."bytes"'),
    expect.any(String),
    expect.stringContaining('NOT EXISTS (SELECT 1 FROM "firm_storage"'),
  ]
  expect(await sent(long, actor)).toEqual(checked)
  expect(await sent(short, actor, true)).toEqual(checked)
  expect(await sent(short, actor)).toHaveLength(1)
  // The portal's own work goes on.
  expect(await sent(long)).toHaveLength(1)
  expect(await sent(long, { firmId: '' })).toHaveLength(1)
})
