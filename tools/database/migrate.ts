import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InStatement } from '@libsql/client/http'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { DATA_STEPS } from '../../worker/src/platform/db/data-steps/index.ts'
import { StartError } from '../command/start-error.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** The folder of all migrations. */
export const MIGRATIONS = join(import.meta.dirname, '../../worker/src/platform/db/migrations')

interface Journal {
  entries: { tag: string; when: number }[]
}
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/** Returns a temporary folder with the migrations up to `last`. */
function folderUpTo(last: string, folder: string): string {
  const partial = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  const journal = readJournal(folder)
  const entries = journal.entries.slice(0, journal.entries.findIndex((e) => e.tag === last) + 1)
  mkdirSync(join(partial, 'meta'))
  writeFileSync(join(partial, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) copyFileSync(join(folder, `${tag}.sql`), join(partial, `${tag}.sql`))
  return partial
}

/** Applies migrations as Drizzle's migrator does, without loading Drizzle, which would take 150 MB of memory. */
async function migrate(client: Client, folder: string): Promise<void> {
  await client.execute(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  )
  const { rows } = await client.execute(
    'SELECT min(created_at) AS oldest, max(created_at) AS newest FROM __drizzle_migrations',
  )
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const oldest = rows[0]?.['oldest'] ?? null
  if (oldest !== null && Number(oldest) !== migrations[0]?.folderMillis)
    throw new StartError(
      'The database was created by a version from before the first release, which cannot be updated. ' +
        'Start with an empty store: remove the data folder (.data), or set PORTAL_DATA to another one.',
    )
  const newest = Number(rows[0]?.['newest'] ?? 0)
  const pending = migrations.filter((m) => m.folderMillis > newest)
  if (pending.length === 0) return
  const tags = new Map(readJournal(folder).entries.map(({ tag, when }) => [when, tag]))
  const statements: InStatement[] = []
  for (const { sql, hash, folderMillis } of pending) {
    const dataStep = newest > 0 ? DATA_STEPS[tags.get(folderMillis) ?? ''] : undefined
    statements.push(...sql, ...((await dataStep?.(client)) ?? []), {
      sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)',
      args: [hash, folderMillis],
    })
  }
  await client.migrate(statements)
}

/**
 * Applies pending migrations in one transaction.
 * @param last the last migration to apply (default: all)
 * @throws StartError when a migration fails, the file is not a database, or it was created with other migrations
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
    await retryWhileBusy(() => migrate(client, partial ?? folder))
  } catch (error) {
    if (error instanceof StartError) throw error
    const cause =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    if (/disk is full/i.test(cause))
      throw new StartError('The disk is full, so the database cannot be written. Free some space and start again.')
    throw new StartError(`The migrations failed: ${cause.split('\n')[0]}`)
  } finally {
    client.close()
    if (partial) rmSync(partial, { recursive: true, force: true })
  }
}
