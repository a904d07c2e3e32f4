import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { migrate } from 'drizzle-orm/libsql/migrator'
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
 * Applies the migrations that the database lacks; a failing one leaves it as it was.
 * @param last the last one to apply; all where it is absent
 * @throws StartError when one fails, or the store is no database
 */
export async function applyMigrations(url: string, authToken?: string, last?: string, folder: string = MIGRATIONS): Promise<void> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) })
  const partial = last === undefined ? undefined : folderUpTo(last, folder)
  try {
    await migrate(drizzle(client), { migrationsFolder: partial ?? folder })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    throw new StartError(`The database cannot be brought up to date: ${cause.split('\n')[0]}`)
  } finally {
    client.close()
    if (partial) rmSync(partial, { recursive: true, force: true })
  }
}
