import { command } from '../command/command.ts'
import { databaseFromEnvironment } from '../database/database.ts'
import { runFlag, USAGE } from './flags/run-flag.ts'

/** `pnpm flag`: lists and changes feature flags, in the database at LIBSQL_URL or of the portal on this machine. */
await command(USAGE, () => runFlag(process.argv.slice(2), databaseFromEnvironment(), (line) => console.log(line)))
