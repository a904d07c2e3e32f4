import type { Env } from '../../env.ts'
import type { OutboxLane } from '../outbox/lane.ts'
import type { Query, Row } from './statement.ts'
import { portalBatch } from './writer/write-batch.ts'

/**
 * Runs queries as one batch through the Writer, on behalf of the portal. Requests of users go through `commit`.
 * @throws Error when the batch failed; nothing was changed
 */
export async function runBatch(
  env: Env,
  queries: readonly Query[],
  lanes: readonly OutboxLane[] = [],
  audits = false,
): Promise<Row[][]> {
  const outcome = await env.WRITER.getByName('main').run(portalBatch(queries, lanes, audits))
  if (!outcome.ok) throw new Error(`batch failed: ${outcome.message}`)
  return outcome.rows
}
