import { Badge, type Tone } from '@portal/kit/ui/badge'
import { countOf } from '@portal/kit/ui/count'
import { failuresIn, formatRate, loadsOf, type Outcomes, rateOf } from './rates.ts'

/** Failures per 100 page loads from which a version needs attention, or is bad. */
const LIMITS = { attention: 1, bad: 5 }

const toneOf = (rate: number): Tone => (rate >= LIMITS.bad ? 'red' : rate >= LIMITS.attention ? 'yellow' : 'green')

/** Renders how page loads have gone within a period (`of`), such as '24 hours'. */
export function HealthBadge({ outcomes, of }: { outcomes: Outcomes; of: string }) {
  const rate = rateOf(outcomes)
  if (rate === null) return <Badge tone="gray">No page loads in {of}</Badge>
  const failures = failuresIn(outcomes)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={toneOf(rate)}>{failures === 0 ? 'No failures' : `${formatRate(rate)} failures per 100`}</Badge>
      <span className="text-base-content/70 text-sm">
        in {countOf(loadsOf(outcomes), 'page load')}
        <span className="sr-only"> within {of}</span>
      </span>
    </span>
  )
}
