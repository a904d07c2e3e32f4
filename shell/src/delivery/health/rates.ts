import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
import { FAILURE_NAMES } from '@portal/contract/publishing-texts'
import type { Failure } from '@portal/contract/vitals'

export type Outcomes = RemoteState['health']['live']

/** The kinds of failure. Not imported from the contract, whose module loads zod. */
export const FAILURES = Object.keys(FAILURE_NAMES) as Failure[]

/** Returns the number of failures, of one kind or of all kinds. */
export function failuresIn({ failures }: Outcomes, kind?: Failure): number {
  if (kind) return failures[kind]
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

/**
 * Returns the number of page loads: at least as many as failed in one way. A page can report a failure before its view,
 * and a part of a page that does not load is never viewed.
 */
export const loadsOf = ({ views, failures }: Outcomes): number => Math.max(views, ...Object.values(failures))

/** Returns failures per 100 page loads; null without page loads. */
export function rateOf(outcomes: Outcomes, kind?: Failure): number | null {
  const loads = loadsOf(outcomes)
  return loads === 0 ? null : (failuresIn(outcomes, kind) / loads) * 100
}

/** Formats failures per 100 page loads: '0', '0.4', '12'. */
export const formatRate = (rate: number): string => rate.toFixed(rate < 10 && !Number.isInteger(rate) ? 1 : 0)

/** Returns all outcomes of a version together. */
export function totalOf(health: RemoteHealth, version: string): Outcomes {
  const own = health.outcomes.filter((point) => point.version === version)
  const sum = (count: (outcomes: Outcomes) => number): number => own.reduce((total, point) => total + count(point), 0)
  const failures = FAILURES.map((kind) => [kind, sum((point) => point.failures[kind])])
  return { views: sum(({ views }) => views), failures: Object.fromEntries(failures) as Outcomes['failures'] }
}

/** A version with fewer page loads is judged as if it had this many. */
const LEAST_LOADS = 20

/**
 * Returns how badly a version failed: its failures per page load, where fewer than 20 page loads count as 20, so that 1
 * of 1 does not beat 50 of 100.
 */
export function badnessOf(health: RemoteHealth, version: string, kind?: Failure): number {
  const total = totalOf(health, version)
  return failuresIn(total, kind) / Math.max(LEAST_LOADS, loadsOf(total))
}
