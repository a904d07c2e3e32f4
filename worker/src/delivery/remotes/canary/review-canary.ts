import { isAppError } from '../../../errors.ts'
import type { Context } from '../../../context.ts'
import { PORTAL } from '../publisher.ts'
import { continueCanary } from './continue-canary.ts'
import { readCanary } from './get-canary.ts'
import { rollBackCanary } from './roll-back-canary.ts'
import { tellThatItWaits } from './tell-that-it-waits.ts'
import { waitsOf } from './waits.ts'

/** Rolls a canary back when it is worse than the live version, advances it, or tells people that it waits. */
export async function reviewCanary(ctx: Context, name: string): Promise<void> {
  const { state, ...read } = await readCanary(ctx, name)
  const { canary } = state
  const live = state.live?.version
  if (!canary || live === undefined) return
  const waits = waitsOf({ ...read, canary, live }, ctx.now)
  try {
    if (read.finding?.decides) await rollBackCanary(ctx, state, canary, live, read.finding)
    else if (waits) await tellThatItWaits(ctx, canary, live, waits)
    else await continueCanary(ctx, PORTAL, name, canary)
  } catch (error) {
    // Another review, or a person, was faster.
    if (!isAppError(error, 'stale')) throw error
  }
}
