import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { readSettings } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { isLocalAddress } from '../run/origins-at.ts'

/** The address of a database, and its token. */
export interface Database {
  url: string
  authToken?: string
}

const urlFileOf = (data: string): string => join(data, 'database-url')

/** Saves the address of the running database in the data folder, for other commands on this machine. */
export const saveDatabaseUrl = (data: string, url: string): void => writeFileSync(urlFileOf(data), url)

/**
 * Checks that a data folder that was used before still has its data.
 * @throws StartError when the database is empty: starting would hide the data loss
 */
export async function requireKnownDatabase(data: string, url: string): Promise<void> {
  if (!existsSync(urlFileOf(data))) return
  const client = createClient({ url })
  try {
    const { rows } = await client.execute('SELECT 1 FROM sqlite_schema LIMIT 1')
    if (rows.length > 0) return
  } finally {
    client.close()
  }
  throw new StartError(
    `The database in ${data} is empty, although this portal was used before. ` +
      'Restore a backup with pnpm restore, or delete the folder to start over.',
  )
}

/**
 * Returns the database at LIBSQL_URL (token in LIBSQL_TOKEN), or else that of the portal that runs on this machine.
 * @throws StartError when there is neither, or only the latter although PORTAL_URL names another portal
 */
export function databaseFromEnvironment(): Database {
  const url = process.env['LIBSQL_URL']
  const authToken = process.env['LIBSQL_TOKEN']
  if (url) return { url: url.replace(/^libsql:/, 'https:'), ...(authToken ? { authToken } : {}) }
  const portal = process.env['PORTAL_URL']
  if (portal && !isLocalAddress(portal)) throw new StartError(`Set LIBSQL_URL (and LIBSQL_TOKEN) for ${portal}.`)
  const file = urlFileOf(readSettings().data)
  if (existsSync(file)) return { url: readFileSync(file, 'utf8') }
  throw new StartError('No database. Set LIBSQL_URL (and LIBSQL_TOKEN), or start the portal on this machine first.')
}
