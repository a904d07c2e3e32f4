import type { Env } from '../env.ts'
import { type Query, type Row, toStatement, type WriteStatement } from './statement.ts'
import type { OutboxLane } from '../outbox/lane.ts'

/**
 * Runs queries as one batch through the Writer, on behalf of the portal. Requests of users go through `commit`.
 * @throws Error when the batch failed; nothing was changed
 */
export async function runBatch(
  env: Env,
  queries: readonly (Query | WriteStatement)[],
  lanes: OutboxLane[] = [],
  audits = false,
): Promise<Row[][]> {
  const outcome = await env.WRITER.getByName('main').run({
    statements: queries.map((query) => ('args' in query ? query : toStatement(query))),
    lanes,
    outboxRowsAt: [],
    audits,
    fairnessKey: '',
  })
  if (!outcome.ok) throw new Error(`batch failed: ${outcome.message}`)
  return outcome.rows
}
