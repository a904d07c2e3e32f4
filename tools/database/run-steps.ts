import type { Client } from '@libsql/client/http'
import { stamped, toStatement } from '../../worker/src/platform/db/statement.ts'
import type { Step } from '../../worker/src/platform/db/write.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** Runs the steps of a change in one batch, as the Writer does, for commands with access to the database. */
export async function runSteps(db: Client, steps: readonly Step[], now: Date): Promise<void> {
  const statements = steps.map(({ query }) => {
    const { sql, args } = stamped(toStatement(query), now.toISOString())
    return { sql, args: [...args] }
  })
  await retryWhileBusy(() => db.batch(statements, 'write'))
}
