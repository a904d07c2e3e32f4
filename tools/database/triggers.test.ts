import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TRIGGERS } from '../../worker/src/platform/db/triggers/index.ts'
import { type Sqld, startSqld } from '../run/sqld.ts'
import { applyMigrations } from './migrate.ts'
import { checkTriggers } from './triggers.ts'

let folder: string
let sqld: Sqld
let client: Client
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-triggers-'))
  sqld = await startSqld(folder)
  client = createClient({ url: sqld.url })
  await applyMigrations(sqld.url)
})
afterEach(async () => {
  client.close()
  await sqld.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('accepts the triggers that the migrations create', async () => {
  await expect(checkTriggers(sqld.url)).resolves.toBeUndefined()
})

it('names each trigger and view that is missing, different or unknown', async () => {
  const [kept = ''] = TRIGGERS.filter((statement) => statement.includes('audit_log_keep'))
  await client.batch([
    'DROP TRIGGER waiting_counts_gone',
    'DROP TRIGGER audit_log_keep',
    kept.replace('append-only', 'open to changes'),
    'CREATE VIEW all_clients AS SELECT id FROM book_clients',
  ])
  await expect(checkTriggers(sqld.url)).rejects.toThrow(
    'audit_log_keep is different, waiting_counts_gone is missing, all_clients is unknown.',
  )
})

it('explains that a database from before the initial migration cannot be updated', async () => {
  await client.execute('UPDATE __drizzle_migrations SET created_at = created_at - 1')
  await expect(applyMigrations(sqld.url)).rejects.toThrow(/from before the first release.*remove the data folder/)
})
