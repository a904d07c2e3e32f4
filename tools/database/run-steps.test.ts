import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@libsql/client/http'
import { expect, it } from 'vitest'
import { remotePeople } from '../../worker/src/platform/db/schema/index.ts'
import { build } from '../../worker/src/platform/db/statement.ts'
import { step } from '../../worker/src/platform/db/write.ts'
import { startSqld } from '../run/sqld.ts'
import { applyMigrations } from './migrate.ts'
import { runSteps } from './run-steps.ts'

it('migrates and changes the database once something else gives up its lock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-busy-'))
  const sqld = await startSqld(folder)
  const client = createClient({ url: sqld.url })
  const other = new DatabaseSync(join(folder, 'dbs/default/data'))
  /** Runs a task while the database is locked, until a write of somebody else has been refused. */
  const whileLocked = async (task: () => Promise<void>): Promise<void> => {
    other.exec('BEGIN IMMEDIATE')
    const done = task()
    await expect(client.batch(['CREATE TABLE refused (id)'], 'write')).rejects.toThrow('database is locked')
    other.exec('ROLLBACK')
    await done
  }
  try {
    await whileLocked(() => applyMigrations(sqld.url))
    const email = 'ann@team.example'
    const insert = build.insert(remotePeople).values({ name: 'clients', email, added_at: new Date().toISOString() })
    await whileLocked(() => runSteps(createClient({ url: sqld.url }), [step(insert)], new Date()))
    expect((await client.execute('SELECT email FROM remote_people')).rows).toEqual([{ email }])
  } finally {
    other.close()
    client.close()
    await sqld.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
