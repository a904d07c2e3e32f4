import { command } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { applyMigrations } from './migrate.ts'
import { checkTriggers } from './triggers.ts'

const USAGE = `pnpm db:migrate

Applies pending migrations to the database at LIBSQL_URL (token in LIBSQL_TOKEN).`

await command(USAGE, async () => {
  const url = process.env['LIBSQL_URL']
  if (!url) throw new StartError('LIBSQL_URL is not set. Set it to the address of the database.')
  const database = [url.replace(/^libsql:/, 'https:'), process.env['LIBSQL_TOKEN']] as const
  await applyMigrations(...database)
  await checkTriggers(...database)
  console.log('The database is up to date.')
})
