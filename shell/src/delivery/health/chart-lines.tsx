import { line } from 'd3-shape'
import { formatTick } from './format-time.ts'
import type { Scales } from './scales.ts'
import type { Point, Series } from './series.ts'
import { stylesOf } from './series-style.ts'
import type { Mark } from './time-chart.tsx'

interface ChartLinesProps {
  series: readonly Series[]
  marks: readonly Mark[]
  scales: Scales
  format: (value: number) => string
  /** The time that the pointer is at. */
  pointed: number | undefined
}

/** Renders grid and axes. */
function Axes({ scales: { x, y, inner, timeTicks, valueTicks }, format }: Pick<ChartLinesProps, 'scales' | 'format'>) {
  const [from, to] = x.domain()
  const period = Number(to) - Number(from)
  return (
    <g className="fill-base-content/70 text-xs tabular-nums">
      {valueTicks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={inner.left} x2={inner.right} className="stroke-base-300" />
          <text x={inner.left - 8} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {timeTicks.map((tick) => (
        <text key={tick.getTime()} x={x(tick)} y={inner.bottom + 20} textAnchor="middle">
          {formatTick(tick, period)}
        </text>
      ))}
    </g>
  )
}

/** Renders the inside of a chart: axes, the times of changes, and a line with points for each version. */
export function ChartLines({ series, marks, scales, format, pointed }: ChartLinesProps) {
  const { x, y, inner } = scales
  const styles = stylesOf(series)
  const path = line<Point>()
    .x((point) => x(point.at))
    .y((point) => y(point.value))
  return (
    <>
      <Axes scales={scales} format={format} />
      {marks.map(({ at, label }) => (
        <line
          key={`${at} ${label}`}
          x1={x(at)}
          x2={x(at)}
          y1={inner.top}
          y2={inner.bottom}
          strokeDasharray="3 3"
          className="stroke-base-content/45"
        >
          <title>{label}</title>
        </line>
      ))}
      {pointed === undefined ? null : (
        <line x1={x(pointed)} x2={x(pointed)} y1={inner.top} y2={inner.bottom} className="stroke-base-content/30" />
      )}
      {series.map(({ version, points }, i) => (
        <g key={version} stroke={styles[i]?.color} fill={styles[i]?.color}>
          <path
            d={path(points) ?? ''}
            fill="none"
            strokeWidth="2"
            strokeDasharray={styles[i]?.dash}
            strokeLinejoin="round"
          />
          {points.map((point) => (
            <circle key={point.at} cx={x(point.at)} cy={y(point.value)} r={point.at === pointed ? 4 : 2} />
          ))}
        </g>
      ))}
    </>
  )
}
