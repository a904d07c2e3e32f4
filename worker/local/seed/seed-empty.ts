import { createClient } from '@libsql/client/http'
import type { Miniflare } from 'miniflare'

/** Whether anybody is in the store yet. */
async function isEmpty(url: string): Promise<boolean> {
  const client = createClient({ url })
  const { rows } = await client.execute('SELECT EXISTS (SELECT 1 FROM auth_users) AS n')
  client.close()
  return rows[0]?.['n'] === 0
}

/**
 * Fills an empty store with the demo data. What that takes is loaded only then: it is half of the memory of the process that serves.
 * @returns whether it wrote anything
 */
export async function seedDemo(databaseUrl: string, miniflare: Miniflare): Promise<boolean> {
  if (!(await isEmpty(databaseUrl))) return false
  const { fill } = await import('./index.ts')
  await fill(databaseUrl, miniflare)
  return true
}
