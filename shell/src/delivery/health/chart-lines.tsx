import type { Scales } from './scales.ts'
import type { Series } from './series.ts'
import type { Mark } from './time-chart.tsx'

interface ChartLinesProps {
  series: readonly Series[]
  marks: readonly Mark[]
  scales: Scales
  format: (value: number) => string
  /** The time that the pointer is at. */
  pointed: number | undefined
}

/** Returns the radius of a point: the fewer, the larger, so that a version which was live for minutes is seen. */
const radiusOf = ({ points }: Series): number => Math.max(1.5, 4 - points.length / 12)

/** Renders grid and axes. */
function Axes({ scales: { x, y, inner, timeTicks, valueTicks }, format }: Pick<ChartLinesProps, 'scales' | 'format'>) {
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
      {timeTicks.map(({ at, label }) => (
        <text key={at.getTime()} x={x(at)} y={inner.bottom + 20} textAnchor="middle">
          {label}
        </text>
      ))}
    </g>
  )
}

/** Renders the inside of a chart: axes, the times of changes, and a line with points for each version. */
export function ChartLines({ series, marks, scales, format, pointed }: ChartLinesProps) {
  const { x, y, inner } = scales
  const upright = (at: number) => ({ x1: x(at), x2: x(at), y1: inner.top, y2: inner.bottom })
  return (
    <>
      <Axes scales={scales} format={format} />
      {marks.map(({ at, label }) => (
        <line key={`${at} ${label}`} {...upright(at)} strokeDasharray="3 3" className="stroke-base-content/45">
          <title>{label}</title>
        </line>
      ))}
      {pointed === undefined ? null : <line {...upright(pointed)} className="stroke-base-content/30" />}
      {series.map((one) => (
        <g key={one.version} stroke={one.color} fill={one.color}>
          <polyline
            points={one.points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
            fill="none"
            strokeWidth="2"
            strokeDasharray={one.dash}
            strokeLinejoin="round"
          />
          {one.points.map(({ at, value }) => (
            <circle key={at} cx={x(at)} cy={y(value)} r={at === pointed ? 4 : radiusOf(one)} />
          ))}
        </g>
      ))}
    </>
  )
}
