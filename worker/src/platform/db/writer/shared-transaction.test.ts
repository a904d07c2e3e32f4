import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sqld, startSqld } from '../../../../../tools/run/sqld.ts'
import type { Statement } from '../statement.ts'
import { StreamPool } from '../streams.ts'
import { type BatchOutcome, runBatches } from './batches.ts'

/** Batches that share a transaction, in a separate database. */

let folder: string
let sqld: Sqld
let streams: StreamPool
const sql = (text: string, ...args: (string | number)[]): Statement => ({ sql: text, args })
const add = (id: number) => sql('INSERT INTO things (id) VALUES (?) RETURNING id', id)
const run = async (...batches: Statement[][]) => (await runBatches(streams, batches)).outcomes
const things = async (): Promise<unknown[]> => {
  const [outcome] = await run([sql('SELECT id FROM things ORDER BY id')])
  return outcome?.ok ? (outcome.rows[0] ?? []).map((row) => row['id']) : []
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-writer-'))
  sqld = await startSqld(folder)
  streams = new StreamPool({ LIBSQL_URL: sqld.url, LIBSQL_TOKEN: '' }, 20_000)
  await run([
    sql('CREATE TABLE things (id INTEGER PRIMARY KEY)'),
    sql(
      `CREATE TRIGGER ends_all BEFORE INSERT ON things WHEN new.id = 999 BEGIN
        SELECT RAISE(ROLLBACK, 'all of it'); END`,
    ),
  ])
})
afterAll(async () => {
  await sqld.stop()
  rmSync(folder, { recursive: true, force: true })
})

const oks = (outcomes: BatchOutcome[]): boolean[] => outcomes.map((o) => o.ok)

it('has the same effect as separate transactions, whichever batches fail', async () => {
  // Few ids, so that batches conflict; a statement that fails; and one with a syntax error.
  const statement = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }).map(add) },
    { weight: 2, arbitrary: fc.constant(sql("SELECT json('no')")) },
    { weight: 1, arbitrary: fc.constant(sql('SELEKT')) },
    { weight: 1, arbitrary: fc.constant(add(999)) },
  )
  const batches = fc.array(fc.array(statement, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(batches, async (given) => {
      await run([sql('DELETE FROM things')])
      const alone: boolean[] = []
      for (const batch of given) alone.push(...oks(await run(batch)))
      const left = await things()
      await run([sql('DELETE FROM things')])
      expect(oks(await run(...given))).toEqual(alone)
      expect(await things()).toEqual(left)
    }),
    { numRuns: 40 },
  )
})

it('returns the rows of each batch, or the statement that failed', async () => {
  await run([sql('DELETE FROM things')])
  const [one, two, three] = await run([add(1)], [add(2), add(1)], [add(3), add(4)])
  expect(one).toEqual({ ok: true, rows: [[{ id: 1 }]] })
  expect(two).toMatchObject({ ok: false, step: 1, message: expect.stringContaining('UNIQUE') as string })
  expect(three).toEqual({ ok: true, rows: [[{ id: 3 }], [{ id: 4 }]] })
})

it('continues after a restart of the database without repeating a batch', async () => {
  await run([sql('DELETE FROM things')], [add(1)])
  const port = Number(new URL(sqld.url).port)
  await sqld.stop()
  sqld = await startSqld(folder, port)
  expect(oks(await run([add(2)], [add(3)]))).toEqual([true, true])
  expect(await things()).toEqual([1, 2, 3])
})
