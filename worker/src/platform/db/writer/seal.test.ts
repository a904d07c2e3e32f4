import { expect, inject, it } from 'vitest'
import { uuidv7 } from '../../ids.ts'
import { db, newBookkeeper } from '../../../testing/portal.ts'
import { type Row, type Statement, toStatement } from '../statement.ts'
import { readBatch } from '../read-batch.ts'
import { StreamPool } from '../streams.ts'
import { runBatches } from './batches.ts'
import { entryHash, sealOldest } from './seal.ts'

const streams = new StreamPool({ LIBSQL_URL: inject('databaseUrl'), LIBSQL_TOKEN: '' }, 20_000)
const run = async (statements: readonly Statement[]) =>
  (await runBatches(streams, [statements])).outcomes[0] ?? {
    ok: false as const,
    step: -1 as const,
    message: 'busy' as const,
  }

/** Seals all entries. */
async function sealAll(): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const seal = await sealOldest((queries) => readBatch(streams, queries))
    if (seal.store) expect((await run([toStatement(seal.store) as Statement])).ok).toBe(true)
    hasMore = seal.hasMore
  }
}

async function append(firmId: string, ...actions: string[]): Promise<void> {
  const outcome = await run(
    actions.map((action) => ({
      sql: `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, detail, at)
        VALUES (?, ?, 'bookkeeper', ?, 'client', 'x', '{}', '2026-01-01T00:00:00.000Z')`,
      args: [uuidv7(), firmId, action],
    })),
  )
  expect(outcome.ok).toBe(true)
}

const entries = async (firmId: string) =>
  (await db.execute({ sql: 'SELECT * FROM audit_log WHERE firm_id = ? ORDER BY seq', args: [firmId] }))
    .rows as unknown as Row[]

it('chains each entry to the previous entry of its firm', async () => {
  const [one, other] = [await newBookkeeper(), await newBookkeeper()]
  await append(one.firmId, 'first')
  await append(other.firmId, 'elsewhere')
  await append(one.firmId, 'second')
  await sealAll()
  await append(one.firmId, 'third')
  await sealAll()
  const own = await entries(one.firmId)
  expect(own.map((e) => e['action'])).toEqual(['first', 'second', 'third'])
  let previous = ''
  for (const entry of own) {
    expect(entry['prev_hash']).toBe(previous)
    expect(entry['hash']).toBe(await entryHash(previous, entry))
    previous = String(entry['hash'])
  }
})

it('seals more entries than fit into one batch', async () => {
  const [one, other] = [await newBookkeeper(), await newBookkeeper()]
  const some = Array.from({ length: 55 }, (_, i) => `entry ${i}`)
  await append(one.firmId, ...some)
  await append(other.firmId, ...some)
  await append(one.firmId, 'last')
  await sealAll()
  for (const [firmId, count] of [
    [one.firmId, 56],
    [other.firmId, 55],
  ] as const) {
    const own = await entries(firmId)
    expect(own).toHaveLength(count)
    expect(own.map((e) => e['prev_hash'])).toEqual(['', ...own.slice(0, -1).map((e) => e['hash'])])
  }
})

it('refuses to change or delete a sealed entry', async () => {
  const { firmId } = await newBookkeeper()
  await append(firmId, 'kept')
  await sealAll()
  for (const sql of [
    `UPDATE audit_log SET detail = '{"x":1}' WHERE firm_id = ?`,
    'DELETE FROM audit_log WHERE firm_id = ?',
    `UPDATE audit_log SET hash = 'x' WHERE firm_id = ?`,
  ]) {
    expect(await run([{ sql, args: [firmId] }])).toMatchObject({
      ok: false,
      message: expect.stringContaining('append-only') as string,
    })
  }
})
