import type { Env } from '../env.ts'
import type { SqlValue, WriteStatement } from './statement.ts'
import type { OutboxLane } from '../outbox/lane.ts'

/**
 * Runs statements as one batch through the Writer, on behalf of the portal. Requests of users go through `commit`.
 * @throws Error when the batch failed; nothing was changed
 */
export async function runBatch(
  env: Env,
  statements: WriteStatement[],
  lanes: OutboxLane[] = [],
  audits = false,
): Promise<Record<string, SqlValue>[][]> {
  const outcome = await env.WRITER.getByName('main').run({
    statements,
    lanes,
    outboxRowsAt: [],
    audits,
    fairnessKey: '',
  })
  if (!outcome.ok) throw new Error(`batch failed: ${outcome.message}`)
  return outcome.rows
}
