import { applyMigrations } from './migrate.ts'
import { StartError } from './sqld.ts'
import { checkTriggers } from './triggers.ts'

/** `pnpm db:migrate`: applies pending migrations to the database at LIBSQL_URL (token in LIBSQL_TOKEN). */
const url = process.env['LIBSQL_URL']
if (!url) {
  console.error('LIBSQL_URL is not set. Set it to the address of the database.')
  process.exit(1)
}
try {
  const database = [url.replace(/^libsql:/, 'https:'), process.env['LIBSQL_TOKEN']] as const
  await applyMigrations(...database)
  await checkTriggers(...database)
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
