import { countOf } from '@portal/kit/ui/count'
import type { SVGProps } from 'react'
import { formatMinute } from './scales.ts'
import type { Series } from './series.ts'
import type { Mark } from './time-chart.tsx'

/** Up to this many changes are named. */
const MAX_MARKS = 3

function Sample(line: SVGProps<SVGLineElement>) {
  return (
    <svg width="28" height="20" aria-hidden className="shrink-0">
      <line {...line} />
    </svg>
  )
}

interface LegendProps {
  series: readonly Series[]
  /** How many versions are not shown, in words. */
  leftOut: string
  marks: readonly Mark[]
}

/** Names the line of each version, with its value in the whole period, and the lines that mark changes. */
export function Legend({ series, leftOut, marks }: LegendProps) {
  const changes =
    marks.length > MAX_MARKS
      ? [countOf(marks.length, 'change of the live version', 'changes of the live version')]
      : marks.map(({ at, label }) => `${formatMinute(new Date(at))}: ${label}`)
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
      {series.map(({ version, role, summary, color, dash }) => (
        <li key={version} className="flex min-w-0 gap-2">
          <Sample x2="28" y1="10" y2="10" strokeWidth="2.5" stroke={color} strokeDasharray={dash} />
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{version}</span> ({role})
            <span className="text-base-content/70"> {summary}</span>
          </span>
        </li>
      ))}
      {leftOut ? <li className="text-base-content/70">{leftOut}</li> : null}
      {changes.map((change) => (
        <li key={change} className="flex min-w-0 gap-2">
          <Sample x1="14" x2="14" y2="20" strokeDasharray="3 3" className="stroke-base-content/45" />
          <span className="wrap-anywhere min-w-0 text-base-content/70">{change}</span>
        </li>
      ))}
    </ul>
  )
}
