import { sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { type Query, type Statement, toStatement } from '../db/statement.ts'
import type { Env } from '../../env.ts'
import { db } from '../../testing/portal.ts'
import { change, rows } from '../../testing/work.ts'
import { type DueTable, handleDueRows } from './handle-due-rows.ts'

/** Tests with a table of its own in the real database, and simulated time. */

const WORK = 'test-work'
const START = Date.parse('2026-03-01T12:00:00.000Z')
const jobs = sqliteTable('test_jobs', { id: text(), owner: text(), at: text() })
const env = {
  ENVIRONMENT: 'development',
  LIBSQL_URL: inject('databaseUrl'),
  AUTH_SECRET: 'x'.repeat(32),
} as unknown as Env

let now: number
/** The keys that were handled, in order. */
let got: string[]
let handle: DueTable['handle']

async function write(queries: Query[]) {
  const results = await db.batch(
    queries.map((query) => {
      const statement = toStatement(query) as Statement
      return { sql: statement.sql, args: [...statement.args] }
    }),
    'write',
  )
  return results.map(() => [])
}

const run = () =>
  handleDueRows(
    WORK,
    { table: jobs, key: sql`${jobs.id}`, owner: sql`${jobs.owner}`, at: jobs.at, handle: (key, d) => handle(key, d) },
    { env, write, now: new Date(now) },
  )
const add = (id: string, owner = 'one', at = START) =>
  change('INSERT INTO test_jobs (id, owner, at) VALUES (?, ?, ?)', id, owner, new Date(at).toISOString())
const done = async (key: string) => {
  got.push(key)
  await change('DELETE FROM test_jobs WHERE id = ?', key)
}
const failures = () =>
  rows<{ row_key: string; tries: number; error: string; next_at: string }>(
    'SELECT row_key, tries, error, next_at FROM due_failures WHERE work = ? ORDER BY row_key',
    WORK,
  )

beforeAll(() => change('CREATE TABLE test_jobs (id TEXT, owner TEXT, at TEXT)'))
beforeEach(async () => {
  now = START
  got = []
  handle = done
  await change('DELETE FROM test_jobs')
  await change('DELETE FROM due_failures WHERE work = ?', WORK)
})

it('handles what is due, and returns when more is', async () => {
  await add('due')
  await add('later', 'one', START + 1000)
  expect(await run()).toEqual(new Date(START + 1000))
  expect(got).toEqual(['due'])
  now += 1000
  expect(await run()).toBeNull()
  expect(got).toEqual(['due', 'later'])
  expect(await failures()).toEqual([])
})

it('postpones a row that fails for longer each time, and forgets it once it was handled', async () => {
  await add('bad')
  await add('good')
  handle = async (key) => {
    if (key === 'bad') throw new Error('broken')
    await done(key)
  }
  await run()
  expect(got).toEqual(['good'])
  for (const [tries, minutes] of [
    [1, 5],
    [2, 20],
    [3, 80],
    [4, 320],
    [5, 1280],
    [6, 1440],
    [7, 1440],
  ] as const) {
    const next = new Date(now + minutes * 60_000)
    expect(await failures()).toEqual([{ row_key: 'bad', tries, error: 'broken', next_at: next.toISOString() }])
    now = next.getTime() - 1
    await run()
    expect((await failures())[0]?.tries).toBe(tries)
    now++
    await run()
  }
  handle = done
  now += 86_400_000
  await run()
  expect(got).toEqual(['good', 'bad'])
  expect(await failures()).toEqual([])
})

it('goes on behind rows whose handling never ended, such as when the process was killed', async () => {
  for (let i = 0; i < 25; i++) await add(`stuck-${i}`, `owner-${i}`)
  await add('behind', 'another', START + 1)
  now += 1
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  handle = () => {
    begin()
    return new Promise(() => undefined)
  }
  void run()
  await begun
  // As after a restart.
  handle = done
  await run()
  expect(got).toEqual(['behind'])
  expect((await failures()).map(({ error }) => error)).toEqual(Array.from({ length: 25 }, () => 'It was not finished.'))
})

it('serves owners in turn, however many older rows one of them has', async () => {
  for (let i = 0; i < 60; i++) await add(`many-${i}`, 'many', START - 1000 + i)
  await add('other-1', 'other')
  await add('other-2', 'other')
  await add('third', 'third')
  expect(await run()).toEqual(new Date(now))
  expect(got).toHaveLength(25)
  expect(got).toEqual(expect.arrayContaining(['many-0', 'many-1', 'other-1', 'other-2', 'third']))
})
