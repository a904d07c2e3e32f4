import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { formatStep } from './format-time.ts'
import type { Series } from './series.ts'
import { stylesOf } from './series-style.ts'

interface ChartReadoutProps {
  at: number
  /** Position of the pointed time, in px. */
  left: number
  width: number
  series: readonly Series[]
  format: (value: number) => string
}

/** Shows the values at the pointed time, next to it. The table has them for those who do not point. */
export function ChartReadout({ at, left, width, series, format }: ChartReadoutProps) {
  const styles = stylesOf(series)
  const side = left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }
  return (
    <div
      aria-hidden
      style={side}
      className={cx(
        'pointer-events-none absolute top-2 rounded-field border border-base-300 bg-base-100 px-3 py-2 text-xs',
        'shadow-md',
      )}
    >
      <p className="font-medium">{formatStep(at)}</p>
      {series.map(({ version, points }, i) => {
        const point = points.find((p) => p.at === at)
        if (!point) return null
        return (
          <p key={version} className="mt-1 flex items-center gap-1.5 whitespace-nowrap tabular-nums">
            <span className="size-2 rounded-full" style={{ background: styles[i]?.color }} />
            {version}: {format(point.value)} ({countOf(point.reports, 'report')})
          </p>
        )
      })}
    </div>
  )
}
