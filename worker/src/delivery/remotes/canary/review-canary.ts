import { isAppError } from '../../../errors.ts'
import type { Context } from '../../../context.ts'
import { PORTAL } from '../publisher.ts'
import { continueCanary } from './continue-canary.ts'
import { readCanary } from './get-canary.ts'
import { firmsThatDecide, isSuspect, judge } from './judge.ts'
import { rollBackCanary } from './roll-back-canary.ts'

/** A step lasts at least this long, in minutes, and until this many more people have used the canary. */
const STEP_MINUTES = 10
const STEP_PEOPLE = 50
/** After this time, in minutes, fewer people are enough: a small portal has no more. */
const LONG_STEP_MINUTES = 24 * 60

type Canary = Awaited<ReturnType<typeof readCanary>>

/** Returns whether a canary has shown for long enough that it is no worse than the live version. */
function mayAdvance({ canary, votes, tallies }: Canary, now: Date): boolean {
  if (!canary || canary.percent === 0 || isSuspect(tallies.canary, tallies.live)) return false
  const minutes = (now.getTime() - Date.parse(canary.step_at)) / 60_000
  const recent = votes.find(({ version, kind }) => version === canary.version && kind === 'view')?.recent ?? 0
  return minutes >= STEP_MINUTES && recent >= (minutes < LONG_STEP_MINUTES ? STEP_PEOPLE : 1)
}

/** Rolls a canary back when it is worse than the live version, or advances it when it has proven itself. */
export async function reviewCanary(ctx: Context, name: string): Promise<void> {
  const read = await readCanary(ctx, name)
  const { canary, live, tallies } = read
  if (!canary || live === undefined) return
  const finding = judge(tallies.canary, tallies.live, firmsThatDecide(canary))
  try {
    if (finding) await rollBackCanary(ctx, canary, live, finding)
    else if (mayAdvance(read, ctx.now)) await continueCanary(ctx, PORTAL, name, canary)
  } catch (error) {
    // Another review, or a person, was faster.
    if (!isAppError(error, 'stale')) throw error
  }
}
