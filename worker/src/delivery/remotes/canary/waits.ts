import type { Canary } from '@portal/contract/canaries'
import type { Finding } from './judge.ts'
import type { RunningCanary } from './running-canaries.ts'
import { describeTargets } from './targets.ts'
import { describe } from './words.ts'

/** A step lasts at least this long, in minutes, and until this many more people have used the canary. */
const STEP_MINUTES = 10
const STEP_PEOPLE = 50

export type Waits = NonNullable<Canary['waits']>

interface Read {
  canary: RunningCanary
  live: string | undefined
  /** How many people have used the canary since its last step. */
  recent: number
  finding: Finding | undefined
}

/** Returns what a canary waits for, or undefined when it has shown for long enough that nothing speaks against it. */
export function waitsOf({ canary, live, recent, finding }: Read, now: Date): Waits | undefined {
  if (finding && live !== undefined) {
    const stays = `It stays with ${describeTargets(canary)}: continue by hand, stop it, or wait.`
    return { for: 'suspicion', text: `Suspicion: ${describe({ ...canary, live }, finding)} ${stays}` }
  }
  if (canary.percent === 0)
    return { for: 'person', text: 'Waits for you: one for named firms or people does not continue by itself.' }
  if (recent < STEP_PEOPLE) {
    const text = `Waits for more people: ${recent} of ${STEP_PEOPLE} since the last step. Continue by hand, or wait.`
    return { for: 'people', text }
  }
  if (now.getTime() - Date.parse(canary.step_at) >= STEP_MINUTES * 60_000) return undefined
  return { for: 'time', text: `Enough people have used it. A step lasts at least ${STEP_MINUTES} minutes.` }
}
