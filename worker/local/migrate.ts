import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { StartError } from './sqld.ts'

/**
 * Applies the migrations that the database lacks; a failing one leaves it as it was.
 * @throws StartError when one fails, or the store is no database
 */
export async function applyMigrations(url: string, authToken?: string): Promise<void> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) })
  try {
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, '../src/db/migrations') })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    throw new StartError(`The database cannot be brought up to date: ${cause.split('\n')[0]}`)
  } finally {
    client.close()
  }
}
