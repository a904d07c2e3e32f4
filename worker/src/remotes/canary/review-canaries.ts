import { noTrips, openDatabase } from '../../db/client.ts'
import { remoteCanaries } from '../../db/schema/index.ts'
import { type Env, ownOrigin, settings } from '../../env.ts'
import type { Context } from '../../context.ts'
import { log } from '../../log.ts'
import type { DueWork } from '../../outbox/due-work.ts'
import { uuidv7 } from '../../ids.ts'
import { reviewCanary } from './review-canary.ts'

/** Returns a context for work of the portal itself, outside of a request. */
function portalContext(env: Env, now: Date): Context {
  const [config, trips] = [settings(env), noTrips()]
  return {
    env,
    settings: config,
    db: openDatabase(config, trips),
    trips,
    requestId: uuidv7(),
    origin: ownOrigin(config),
    ip: '',
    userAgent: '',
    idempotencyKey: undefined,
    target: '',
    fingerprint: '',
    now,
  }
}

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
