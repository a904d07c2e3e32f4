import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * Whether the database answers.
 * @throws AppError `busy` when it does not
 */
export async function checkHealth(ctx: Context): Promise<{ status: 'ok' }> {
  try {
    await ctx.db.run(sql`SELECT 1`)
  } catch {
    throw new AppError('busy', { detail: 'The database does not answer.', retryAfter: 1 })
  }
  return { status: 'ok' }
}
