import { createClient } from '@libsql/client/http'
import * as z from 'zod'
import type { Database } from '../database.ts'

const Pin = z.object({ name: z.string(), version: z.string() })

/** Returns the pinned version of each pinned remote, which starts and deployments of the portal must not replace. */
export async function readPins(database: Database): Promise<Map<string, string>> {
  const client = createClient(database)
  try {
    const { rows } = await client.execute(
      'SELECT name, pinned_version AS version FROM remotes WHERE pinned_version IS NOT NULL',
    )
    return new Map(rows.map((row) => Pin.parse({ ...row })).map(({ name, version }) => [name, version]))
  } catch (error) {
    // Before the first deployment, the database is empty.
    if (error instanceof Error && /no such table/.test(error.message)) return new Map()
    throw error
  } finally {
    client.close()
  }
}
