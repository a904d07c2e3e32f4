import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { db, unique } from '../../../testing/portal.ts'
import type { Statement } from '../statement.ts'
import { StreamPool } from '../streams.ts'
import { runBatches } from './batches.ts'

const streams = new StreamPool({ LIBSQL_URL: inject('databaseUrl'), LIBSQL_TOKEN: '' }, 20_000)
const firm = (id: string, name: string | null = 'Firm'): Statement => ({
  sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)',
  args: [id, name, 'now'],
})
const count = async (ids: string[]) =>
  (
    await db.execute({
      sql: `SELECT count(*) AS n FROM firms WHERE id IN (${ids.map(() => '?').join(',')})`,
      args: ids,
    })
  ).rows[0]?.['n']

it('rolls back only the failing batch', async () => {
  const [a, b, c, d] = [unique('firm'), unique('firm'), unique('firm'), unique('firm')]
  const { outcomes } = await runBatches(streams, [[firm(a)], [firm(b), firm(c, null)], [firm(d)]])
  expect(outcomes.map((o) => o.ok)).toEqual([true, false, true])
  expect(outcomes[1]).toMatchObject({ step: 1, message: expect.stringContaining('NOT NULL') as string })
  expect(await count([a, d])).toBe(2)
  expect(await count([b, c])).toBe(0)
})

it('replaces a lone surrogate instead of failing the whole request', async () => {
  const [a, b] = [unique('firm'), unique('firm')]
  const { outcomes } = await runBatches(streams, [[firm(a)], [firm(b, 'Cut \ud83d')]])
  expect(outcomes.map((o) => o.ok)).toEqual([true, true])
  expect((await db.execute({ sql: 'SELECT name FROM firms WHERE id = ?', args: [b] })).rows[0]?.['name']).toBe(
    'Cut \ufffd',
  )
})

it('reports the statement whose check failed', async () => {
  const id = unique('firm')
  const guard: Statement = { sql: "SELECT CASE WHEN changes() > 0 THEN 1 ELSE json('no row') END", args: [] }
  const {
    outcomes: [outcome],
  } = await runBatches(streams, [
    [firm(id), { sql: 'UPDATE firms SET name = ? WHERE id = ?', args: ['x', 'nobody'] }, guard],
  ])
  expect(outcome).toMatchObject({ ok: false, step: 2 })
  expect(await count([id])).toBe(0)
})

it('returns values as they were written', async () => {
  const {
    outcomes: [outcome],
  } = await runBatches(streams, [
    [{ sql: 'SELECT ? AS a, ? AS b, ? AS c, ? AS d', args: ['text "\' ü', 9007199254740991, 1.5, null] }],
  ])
  expect(outcome).toEqual({ ok: true, rows: [[{ a: 'text "\' ü', b: 9007199254740991, c: 1.5, d: null }]] })
})

/** Lets requests to the database pass through a function. */
function intercept(pass: (request: () => Promise<Response>) => Promise<Response>): void {
  const direct = fetch
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => pass(() => direct(...request)))
  onTestFinished(() => void vi.unstubAllGlobals())
}

it('does not measure the way to the database', async () => {
  intercept(async (send) => {
    await pause(300)
    return send()
  })
  const start = performance.now()
  const { ms } = await runBatches(streams, [[firm(unique('firm'))]])
  const elapsed = performance.now() - start
  expect(ms).toHaveLength(1)
  // On a busy machine the database is slow as well. Timers may be a few milliseconds early.
  expect(ms[0]).toBeLessThan(elapsed - 290)
})

it('does not run a batch again when only its time cannot be read', async () => {
  const [counter, id] = [unique('firm'), unique('firm')]
  await runBatches(streams, [[firm(counter, '0')]])
  let requests = 0
  intercept(async (send) => {
    const response = await send()
    if (requests++ > 0) return response
    const answer = (await response.json()) as { results: unknown[] }
    answer.results.splice(-1, 1, { type: 'error', error: { message: 'Expired', code: 'STREAM_EXPIRED' } })
    return Response.json(answer)
  })
  const add: Statement = { sql: 'UPDATE firms SET name = name + 1 WHERE id = ?', args: [counter] }
  const { outcomes, ms } = await runBatches(streams, [[firm(id), add]])
  expect(outcomes.map((o) => o.ok)).toEqual([true])
  expect(ms).toEqual([0])
  expect(requests).toBe(1)
  const [row] = (await db.execute({ sql: 'SELECT name FROM firms WHERE id = ?', args: [counter] })).rows
  expect(Number(row?.['name'])).toBe(1)
})

it('measures how long each batch takes in the database', async () => {
  const slow = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT count(*) FROM n'
  const { ms } = await runBatches(streams, [[firm(unique('firm'))], [{ sql: slow, args: [] }]])
  expect(ms[1]).toBeGreaterThan(5)
  expect(ms[1]).toBeGreaterThan(ms[0] ?? Number.NaN)
})
