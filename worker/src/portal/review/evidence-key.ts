import { and, eq, exists } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { clientKeys } from '../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'
import type { DecidedSection } from './section-under-review.ts'

/** Returns steps that store a new evidence key. They fail with `stale` if another decision stored one first. */
export function keySteps(ctx: BookkeeperContext, section: DecidedSection, key: string): Step[] {
  if (section.evidence_key) return []
  const { client_id } = section
  const stored = ctx.db
    .select({ key: clientKeys.key })
    .from(clientKeys)
    .where(and(eq(clientKeys.client_id, client_id), eq(clientKeys.key, key)))
  return [
    step(ctx.db.insert(clientKeys).values({ client_id, key, created_at: ctx.now.toISOString() }).onConflictDoNothing()),
    check('stale', exists(stored)),
  ]
}

/** Makes a decision, and retries it once if it may have failed only because another stored the client's key. */
export async function retryIfStale<T>(decide: () => Promise<T>): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    // If the section itself changed, the retry fails again.
    if (!isAppError(error, 'stale')) throw error
    return decide()
  }
}
