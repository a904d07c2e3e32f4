import type { Env } from '../env.ts'
import type { SqlValue, WriteStatement } from './writer/hrana.ts'
import type { Bell } from './writer/writer.ts'

/**
 * Runs statements as one batch through the Writer, on behalf of the portal itself: what a person asks for goes through `commit`.
 * @throws Error that says why nothing was done
 */
export async function runBatch(
  env: Env,
  statements: WriteStatement[],
  rings: Bell[] = [],
  audits = false,
): Promise<Record<string, SqlValue>[][]> {
  const outcome = await env.WRITER.getByName('main').run({ statements, rings, tells: [], audits, lane: '' })
  if (!outcome.ok) throw new Error(`batch failed: ${outcome.message}`)
  return outcome.rows
}
