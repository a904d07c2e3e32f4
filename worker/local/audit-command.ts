import { runAudit } from './audit/run-audit.ts'
import { databaseFromEnvironment } from './database.ts'
import { command } from './terminal.ts'

/**
 * `pnpm audit:verify [firm]`: verifies the hash chain of every audit log, or of one, and names the first invalid entry.
 * Reads the database at LIBSQL_URL (token in LIBSQL_TOKEN), or that of the portal on this machine, in portions of
 * constant size.
 */

await command(async () => {
  const areValid = await runAudit(databaseFromEnvironment(), process.argv[2], (line) => console.log(line))
  process.exitCode = areValid ? 0 : 1
})
