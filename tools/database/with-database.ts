import { type Client, createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { Database as Connection } from '../../worker/src/platform/db/client.ts'
import type { Database } from './database.ts'

/** Connects to a database while `use` runs. */
export async function withDatabase<T>(
  database: Database,
  use: (db: Connection, client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient(database)
  return use(drizzle(client), client).finally(() => client.close())
}
