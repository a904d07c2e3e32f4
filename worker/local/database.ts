import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
