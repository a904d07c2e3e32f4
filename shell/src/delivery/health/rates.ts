import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
import type { Failure } from '@portal/contract/vitals'

export type Outcomes = RemoteState['health']['live']
type Point = RemoteHealth['outcomes'][number]

/** The names of the kinds of failure. */
export const FAILURE_NAMES: Readonly<Record<Failure, string>> = {
  failed_load: 'Failed loads',
  hang: 'Hangs',
  render_error: 'Render errors',
  slow_interaction: 'Slow interactions',
  failed_calls: 'Failed API calls',
}

/** The kinds of failure. Not imported from the contract, whose module loads zod. */
export const FAILURES = Object.keys(FAILURE_NAMES) as Failure[]

/** Returns the number of failures, of one kind or of all kinds. */
export function failuresIn({ failures }: Outcomes, kind?: Failure): number {
  if (kind) return failures[kind]
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

/** Returns failures per 100 page loads; null without page loads. */
export function rateOf(outcomes: Outcomes, kind?: Failure): number | null {
  return outcomes.views === 0 ? null : (failuresIn(outcomes, kind) / outcomes.views) * 100
}

/** Formats failures per 100 page loads: '0', '0.4', '12'. */
export const formatRate = (rate: number): string => rate.toFixed(rate < 10 && !Number.isInteger(rate) ? 1 : 0)

/** Returns all outcomes of a version together. */
export function totalOf(points: readonly Point[], version: string): Outcomes {
  const own = points.filter((point) => point.version === version)
  const sum = (count: (point: Point) => number): number => own.reduce((total, point) => total + count(point), 0)
  const failures = FAILURES.map((kind) => [kind, sum((point) => point.failures[kind])])
  return { views: sum((point) => point.views), failures: Object.fromEntries(failures) as Outcomes['failures'] }
}
