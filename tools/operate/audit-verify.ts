import { parseArgs } from 'node:util'
import { command } from '../command/command.ts'
import { databaseFromEnvironment } from '../database/database.ts'
import { runAudit } from './audit/run-audit.ts'

const USAGE = `pnpm audit:verify [firm]

Verifies the hash chain of every audit log, or of one, and names the first invalid entry.
[firm]   the id of a firm, the address of a bookkeeper, or portal: the log of the portal itself

The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine. It is read in portions of constant size.`

await command(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const areValid = await runAudit(databaseFromEnvironment(), positionals[0], (line) => console.log(line))
  process.exitCode = areValid ? 0 : 1
})
