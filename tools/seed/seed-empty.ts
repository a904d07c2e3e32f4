import { createClient } from '@libsql/client/http'
import type { Miniflare } from 'miniflare'

/** Returns whether the database has no users. */
async function isEmpty(url: string): Promise<boolean> {
  const client = createClient({ url })
  const { rows } = await client.execute('SELECT EXISTS (SELECT 1 FROM auth_users) AS n')
  client.close()
  return rows[0]?.['n'] === 0
}

/**
 * Adds the demo data to an empty database. The seed is imported on demand because it takes half of the memory.
 * @returns whether it wrote anything
 */
export async function seedDemo(databaseUrl: string, miniflare: Miniflare): Promise<boolean> {
  if (!(await isEmpty(databaseUrl))) return false
  const { fill } = await import('./fill.ts')
  await fill(databaseUrl, miniflare)
  return true
}
