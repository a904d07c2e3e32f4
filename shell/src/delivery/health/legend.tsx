import type { Series } from './series.ts'
import { stylesOf } from './series-style.ts'

const ROLE_NAMES: Readonly<Record<Series['role'], string>> = { live: 'live', canary: 'canary', earlier: 'earlier' }

interface LegendProps {
  series: readonly Series[]
  /** Whether the chart marks changes. */
  hasMarks: boolean
}

/** Names the line of each version, with its value in the whole period, and the lines that mark changes. */
export function Legend({ series, hasMarks }: LegendProps) {
  const styles = stylesOf(series)
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
      {series.map(({ version, role, summary }, i) => (
        <li key={version} className="flex min-w-0 items-center gap-2">
          <svg width="28" height="10" aria-hidden className="shrink-0">
            <line
              x1="0"
              x2="28"
              y1="5"
              y2="5"
              strokeWidth="2.5"
              stroke={styles[i]?.color}
              strokeDasharray={styles[i]?.dash}
            />
          </svg>
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{version}</span> ({ROLE_NAMES[role]})
            <span className="text-base-content/70"> {summary}</span>
          </span>
        </li>
      ))}
      {hasMarks ? (
        <li className="flex items-center gap-2">
          <svg width="28" height="16" aria-hidden className="shrink-0">
            <line x1="14" x2="14" y1="0" y2="16" strokeDasharray="3 3" className="stroke-base-content/45" />
          </svg>
          <span className="text-base-content/70">change of the live version</span>
        </li>
      ) : null}
    </ul>
  )
}
