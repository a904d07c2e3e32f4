import { remoteCanaries } from '../../../platform/db/schema/index.ts'
import type { Context } from '../../../context.ts'
import { log } from '../../../platform/log.ts'
import type { DueWork } from '../../../platform/outbox/due-work.ts'
import { portalContext } from '../../../portal-context.ts'
import { reviewCanary } from './review-canary.ts'

/** Reviews a canary. One that cannot be reviewed, or promoted, must not keep the others from being reviewed. */
async function review(ctx: Context, name: string): Promise<void> {
  try {
    await reviewCanary(ctx, name)
  } catch (error) {
    log('canary_not_reviewed', { remote: name, error: error instanceof Error ? error.message : 'unknown' })
  }
}

/** Reviews all canaries at every alarm of the dispatcher, at least every 30 s. */
export const canaryReviews: DueWork = {
  name: 'canaries',
  async run({ env, now }) {
    const ctx = portalContext(env, now)
    const running = await ctx.db.select({ name: remoteCanaries.name }).from(remoteCanaries)
    for (const { name } of running) await review(ctx, name)
    // The heartbeat of the dispatcher is the interval.
    return null
  },
}
