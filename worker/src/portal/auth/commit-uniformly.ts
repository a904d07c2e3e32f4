import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { check, commit, type Step } from '../../platform/db/write.ts'

/** Longer than the extra work for known addresses takes, in milliseconds. */
export const MINIMUM_DURATION_MS = 500

/** Commits the steps, if any. Response time and number of round trips are the same without steps. */
export async function commitUniformly(ctx: Context, findSteps: () => Step[] | Promise<Step[]>): Promise<void> {
  const work = async (): Promise<void> => {
    const steps = await findSteps()
    await commit(ctx, steps.length > 0 ? steps : [check('internal', sql`1 = 1`)])
  }
  const [outcome] = await Promise.allSettled([work(), scheduler.wait(MINIMUM_DURATION_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
}
