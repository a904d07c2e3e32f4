import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBatch } from '../../../worker/src/platform/db/read-batch.ts'
import { StreamPool } from '../../../worker/src/platform/db/streams.ts'
import { step } from '../../../worker/src/platform/db/write.ts'
import { sealOldest } from '../../../worker/src/platform/db/writer/seal.ts'
import { applyMigrations } from '../../database/migrate.ts'
import { runSteps } from '../../database/run-steps.ts'
import { issueToken, revokeToken } from '../../publish/credentials/remote-token.ts'
import { type Sqld, startSqld } from '../../run/sqld.ts'
import { runAudit } from './run-audit.ts'
import { checkAudit } from './verify-logs.ts'

const AT = '2026-01-01T00:00:00.000Z'
let folder: string
let sqld: Sqld
let db: Client

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-audit-'))
  sqld = await startSqld(folder)
  await applyMigrations(sqld.url)
  db = createClient({ url: sqld.url })
  await db.batch([
    `INSERT INTO firms (id, name, created_at) VALUES ('firm', 'Firm', '${AT}'), ('removed', 'Gone', '${AT}')`,
    `INSERT INTO auth_users (id, email, created_at, updated_at) VALUES ('b', 'b@f.example', '${AT}', '${AT}')`,
    `INSERT INTO profiles (id, role, firm_id, created_at, updated_at)
      VALUES ('b', 'bookkeeper', 'firm', '${AT}', '${AT}')`,
  ])
  await append('firm', 3)
  await append('removed', 2)
  await db.execute("DELETE FROM firms WHERE id = 'removed'")
  await issueToken({ url: sqld.url }, 'mf-audited')
})
afterAll(async () => {
  db.close()
  await sqld.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = async (sql: string) => (await db.execute(sql)).rows as unknown as Record<string, string>[]

const append = (firm: string, entries: number) =>
  db.execute({
    sql: `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, detail, at)
      SELECT ?1 || value, ?1, 'bookkeeper', 'test', 'client', 'x', '{}', ?3 FROM json_each(?2)`,
    args: [firm, JSON.stringify(Array.from({ length: entries }, (_, i) => `${firm}${Math.random()}${i}`)), AT],
  })

async function seal(): Promise<void> {
  const streams = new StreamPool({ LIBSQL_URL: sqld.url, LIBSQL_TOKEN: '' }, 20_000)
  for (let hasMore = true; hasMore; ) {
    const sealed = await sealOldest((queries) => readBatch(streams, queries))
    if (sealed.store) await runSteps(db, [step(sealed.store)], new Date())
    ;({ hasMore } = sealed)
  }
}

/** Changes entries as somebody who owns the database can. */
async function tamper(sql: string): Promise<void> {
  const triggers = await rowsOf("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'")
  for (const { name } of triggers) await db.execute(`DROP TRIGGER ${name}`)
  await db.execute(sql)
  for (const trigger of triggers) await db.execute(trigger['sql'] ?? '')
}

async function verify(given?: string) {
  const lines: string[] = []
  const areValid = await runAudit({ url: sqld.url }, given, (line) => lines.push(line))
  return { areValid, lines }
}

it('verifies the logs of all firms, of the portal and of removed firms, and says what is not sealed yet', async () => {
  const fresh = await verify()
  expect(fresh.areValid).toBe(true)
  expect(fresh.lines[1]).toBe('✓ The portal itself: 0 valid entries. Not sealed yet, and not checked: 1')
  await seal()
  const { lines } = await verify()
  expect(lines.map((line) => line.split(' valid entries')[0])).toEqual([
    '✓ Firm (firm): 3',
    '✓ The portal itself: 1',
    '✓ A firm that was removed (removed): 2',
    expect.stringContaining('All sealed entries are valid'),
  ])
  expect(lines.join('')).not.toContain('Not sealed')
})

it('verifies one log, and refuses an unknown one', async () => {
  for (const [given, name] of [
    ['firm', 'Firm'],
    ['B@F.example', 'Firm'],
    ['portal', 'The portal itself'],
    ['removed', 'A firm that was removed'],
  ] as const) {
    const { lines } = await verify(given)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(`✓ ${name}`)
  }
  await expect(verify('no-such-firm')).rejects.toThrow('There is no firm of no-such-firm')
})

it('finds a changed entry of the portal’s own log, of a removed firm, and after entries without a seal', async () => {
  const [token] = await rowsOf('SELECT id FROM remote_tokens')
  expect(await revokeToken({ url: sqld.url }, 'mf-audited', token?.['id'] ?? '')).toBe(true)
  await seal()
  await tamper("UPDATE audit_log SET detail = '{}' WHERE action = 'remote.token_issued'")
  await tamper("UPDATE audit_log SET action = 'other' WHERE firm_id = 'removed' AND number = 2")
  // The last entry of a portion, which hides those after it.
  await append('firm', 600)
  await seal()
  await tamper("UPDATE audit_log SET hash = NULL WHERE firm_id = 'firm' AND number = 500")
  const { areValid, lines } = await verify()
  expect(areValid).toBe(false)
  expect(lines).toEqual([
    expect.stringMatching(/^✗ Firm \(firm\): entry 500 .* It has lost its seal/),
    expect.stringMatching(/^✗ The portal itself: entry 1 .*\(remote.token_issued\) is invalid.*changed afterwards/),
    expect.stringMatching(/^✗ A firm that was removed \(removed\): entry 2 .* The 1 entries before it are valid/),
    'Audit logs with invalid entries: 3.',
  ])
  expect((await checkAudit({ url: sqld.url })).broken).toEqual([500, 1, 2])
})
