import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Env } from '../env.ts'
import { AppError } from '../errors.ts'
import { noTrips } from './client.ts'
import { commit, step } from './write.ts'

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
