import type { CanaryTally } from '@portal/contract/canaries'
import { FAILURES, type Failure } from '@portal/contract/vitals'
import type { RunningCanary } from './running-canaries.ts'

/** The firms that have used a version, and for how many of them it failed. */
export type Tally = Pick<CanaryTally, 'firms'> & { failed: Readonly<Partial<CanaryTally['failed']>> }

/** A kind of failure from which the firms with the canary suffer more than the others. */
export interface Finding {
  kind: Failure
  canary: { failed: number; firms: number }
  live: { failed: number; firms: number }
}

/** At least this many firms must have a kind of failure: a single one could report anything. */
const FIRMS_MIN = 3
/** The share of firms must be at least this many times that of the live version. */
const TIMES_MIN = 2

/** Returns whether only the people of named firms get a canary. */
export const isForFirmsOnly = ({ percent, user_ids }: Pick<RunningCanary, 'percent' | 'user_ids'>): boolean =>
  percent === 0 && user_ids.length === 0

/** Returns how many firms must have a kind of failure: three, or all of a canary for named firms only. */
export function firmsThatDecide(canary: Pick<RunningCanary, 'percent' | 'firm_ids' | 'user_ids'>): number {
  return isForFirmsOnly(canary) ? Math.min(FIRMS_MIN, Math.max(1, new Set(canary.firm_ids).size)) : FIRMS_MIN
}

/**
 * Returns the kind of failure for which a canary is rolled back, or undefined. If there are several, it is the one of
 * most firms.
 * @param firms how many firms must have it
 */
export function judge(canary: Tally, live: Tally, firms: number): Finding | undefined {
  const findings = FAILURES.map((kind) => ({
    kind,
    canary: { failed: canary.failed[kind] ?? 0, firms: canary.firms },
    live: { failed: live.failed[kind] ?? 0, firms: live.firms },
  }))
  const [worst] = findings
    .filter(({ canary: own }) => own.failed >= firms)
    .filter(({ canary: own, live: other }) => own.failed * other.firms >= TIMES_MIN * other.failed * own.firms)
    .sort((a, b) => b.canary.failed - a.canary.failed)
  return worst
}

/**
 * Returns whether a canary might be worse than the live version: it would be rolled back if one firm could decide, or
 * it fails for half of its firms, whatever is reported about the live version.
 */
export const isSuspect = (canary: Tally, live: Tally): boolean =>
  judge(canary, live, 1) !== undefined ||
  FAILURES.some((kind) => canary.firms > 0 && (canary.failed[kind] ?? 0) * 2 >= canary.firms)
