import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { StartError } from './sqld.ts'
import { readSettings } from './terminal.ts'

/** How to reach a database. */
export interface Database {
  url: string
  authToken?: string
}

const noteOf = (data: string): string => join(data, 'database-url')

/** Notes where the database of a data folder answers while its portal runs: commands on this machine look there. */
export const noteDatabase = (data: string, url: string): void => writeFileSync(noteOf(data), url)

/**
 * Checks that a data folder whose portal ran before still has its database.
 * @throws StartError when the database holds nothing: starting would hide that everything was lost
 */
export async function requireKnownDatabase(data: string, url: string): Promise<void> {
  if (!existsSync(noteOf(data))) return
  const client = createClient({ url })
  try {
    const { rows } = await client.execute('SELECT 1 FROM sqlite_schema LIMIT 1')
    if (rows.length > 0) return
  } finally {
    client.close()
  }
  throw new StartError(
    `The database in ${data} is empty, although this portal was used before. Restore a backup with pnpm restore, or delete the folder to begin anew.`,
  )
}

/**
 * The database that LIBSQL_URL names (token in LIBSQL_TOKEN), or else that of the portal that runs on this machine.
 * @throws StartError when there is neither
 */
export function databaseFromEnvironment(): Database {
  const url = process.env['LIBSQL_URL']
  const authToken = process.env['LIBSQL_TOKEN']
  if (url) return { url: url.replace(/^libsql:/, 'https:'), ...(authToken ? { authToken } : {}) }
  const note = noteOf(readSettings().data)
  if (existsSync(note)) return { url: readFileSync(note, 'utf8') }
  throw new StartError('Which database? Set LIBSQL_URL (and LIBSQL_TOKEN), or start the portal on this machine first.')
}
