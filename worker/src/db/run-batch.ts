import type { Env } from '../env.ts'
import type { SqlValue, Statement } from './writer/hrana.ts'
import type { Bell } from './writer/writer.ts'

/**
 * Runs statements as one batch through the Writer, on behalf of the portal itself: what a person asks for goes through `commit`.
 * @throws Error that says why nothing was done
 */
export async function runBatch(env: Env, statements: Statement[], rings: Bell[] = []): Promise<Record<string, SqlValue>[][]> {
  const outcome = await env.WRITER.getByName('main').run({ statements, rings, tells: [], audits: false })
  if (!outcome.ok) throw new Error(`batch failed: ${outcome.message}`)
  return outcome.rows
}
