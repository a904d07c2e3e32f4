import { BROKEN } from '@portal/contract/canary-rule'
import type { Outcome } from '@portal/contract/vitals'
import type { Tally } from './count-votes.ts'

/** What a canary is judged by. Only `broken` rolls it back; the others are also common where nothing is wrong. */
const SIGNS = ['broken', 'slow_interaction', 'failed_calls'] as const

/** How a canary fails more often than the live version explains. */
export interface Finding {
  sign: (typeof SIGNS)[number]
  /** Whether the canary is rolled back. Otherwise, it is only suspect. */
  decides: boolean
  canary: Tally
  live: Tally
}

/** A single firm could report anything. */
const FIRMS_MIN = 2
/** How many times the live version's rate a canary may fail by chance. */
const TIMES = 2

/**
 * Returns what speaks against a canary, or undefined. Firms for which it failed decide when they are two more than
 * twice the live version's rate explains (`CANARY_RULE`). One more is suspicion; so is half of the firms, because
 * strangers could report failures of the live version.
 * @param before outcomes of the live version in the last days. A failure among them counts as one more firm, and a
 *   view shows that the version works if nobody is using it now.
 */
export function judge(canary: Tally, live: Tally, before: ReadonlySet<Outcome> = new Set()): Finding | undefined {
  const found = (sign: Finding['sign'], decides: boolean): Finding => ({ sign, decides, canary, live })
  const unexplained = (sign: Finding['sign']): number => {
    const kinds = sign === 'broken' ? BROKEN : [sign]
    const failed = live.failed[sign].firms + (kinds.some((kind) => before.has(kind)) ? 1 : 0)
    return canary.failed[sign].firms - (TIMES * failed * canary.firms) / Math.max(1, live.firms)
  }
  const [broken, failed] = [unexplained('broken'), canary.failed.broken.firms]
  // Without any use of the live version, both may fail for a reason that they share.
  if (broken >= FIRMS_MIN && (live.firms >= FIRMS_MIN || before.has('view'))) return found('broken', true)
  if (failed > 0 && (broken >= 1 || failed * 2 >= canary.firms)) return found('broken', false)
  const sign = SIGNS.find((other) => other !== 'broken' && unexplained(other) >= FIRMS_MIN)
  return sign && found(sign, false)
}
