import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import type { Series } from './series.ts'

interface ChartReadoutProps {
  at: number
  /** Position of the pointed time, in px. */
  left: number
  width: number
  series: readonly Series[]
  format: (value: number) => string
  formatAt: (at: Date) => string
}

/** Shows the values at the pointed time, next to it. The table has them for those who do not point. */
export function ChartReadout({ at, left, width, series, format, formatAt }: ChartReadoutProps) {
  const side = left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }
  return (
    <div
      aria-hidden
      style={side}
      className={cx(
        'pointer-events-none absolute top-2 max-w-1/2 rounded-field border border-base-300 bg-base-100 px-3 py-2',
        'text-xs shadow-md',
      )}
    >
      <p className="font-medium">{formatAt(new Date(at))}</p>
      {series.map(({ version, color, points }) => {
        const point = points.find((p) => p.at === at)
        if (!point) return null
        return (
          <p key={version} className="mt-1 flex gap-1.5 tabular-nums">
            <span className="mt-1 size-2 shrink-0 rounded-full" style={{ background: color }} />
            <span className="wrap-anywhere min-w-0">
              {version}: {format(point.value)} ({countOf(point.reports, 'report')})
            </span>
          </p>
        )
      })}
    </div>
  )
}
