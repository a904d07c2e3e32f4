import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartError } from './sqld.ts'

/** Where the migrations lie. */
export const MIGRATIONS = join(import.meta.dirname, '../src/db/migrations')

/** A folder with the migrations up to `last` alone. */
function folderUpTo(last: string, folder: string): string {
  const partial = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.slice(0, journal.entries.findIndex((e) => e.tag === last) + 1)
  mkdirSync(join(partial, 'meta'))
  writeFileSync(join(partial, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) copyFileSync(join(folder, `${tag}.sql`), join(partial, `${tag}.sql`))
  return partial
}

/**
 * What drizzle's migrator does, on its table. Drizzle itself is not loaded for it: the process that serves would keep the 150 MB of memory
 * that loading it takes.
 */
async function migrate(client: Client, folder: string): Promise<void> {
  await client.execute(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  )
  const { rows } = await client.execute('SELECT max(created_at) AS newest FROM __drizzle_migrations')
  const newest = Number(rows[0]?.['newest'] ?? 0)
  const lacking = readMigrationFiles({ migrationsFolder: folder }).filter((m) => m.folderMillis > newest)
  if (lacking.length === 0) return
  await client.migrate(
    lacking.flatMap((m) => [
      ...m.sql,
      { sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', args: [m.hash, m.folderMillis] },
    ]),
  )
}

/**
 * Applies the migrations that the database lacks; a failing one leaves it as it was.
 * @param last the last one to apply; all where it is absent
 * @throws StartError when one fails, or the store is no database
 */
export async function applyMigrations(
  url: string,
  authToken?: string,
  last?: string,
  folder: string = MIGRATIONS,
): Promise<void> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) })
  const partial = last === undefined ? undefined : folderUpTo(last, folder)
  try {
    await migrate(client, partial ?? folder)
  } catch (error) {
    const cause =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    if (/disk is full/i.test(cause))
      throw new StartError('The disk is full: the database cannot be written. Free some space and start again.')
    throw new StartError(`The database cannot be brought up to date: ${cause.split('\n')[0]}`)
  } finally {
    client.close()
    if (partial) rmSync(partial, { recursive: true, force: true })
  }
}
