import type { RemoteState } from '@portal/contract/delivery'
import { FAILURES, type Failure, type Outcome } from '@portal/contract/vitals'

type Outcomes = RemoteState['health']['live']

/** Returns the counts by kind as page loads and failures. */
export function outcomesOf(counts: readonly { kind: Outcome; count: number }[]): Outcomes {
  const countOf = (kind: Outcome): number =>
    counts.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
  const failures = Object.fromEntries(FAILURES.map((kind) => [kind, countOf(kind)])) as Record<Failure, number>
  return { views: countOf('view'), failures }
}
