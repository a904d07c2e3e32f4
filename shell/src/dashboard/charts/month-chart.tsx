import { MONTHS } from '@portal/contract/dates'
import type { MonthFocus } from '@portal/contract/section-machine'
import { Link } from '@tanstack/react-router'
import { scaleBand, scaleLinear } from 'd3-scale'
import { useRef } from 'react'
import { useWidth } from '../../charts/use-width.ts'
import { type FillName, fillOf } from './fills.ts'

const HEIGHT = 200
const MARGIN = { top: 8, bottom: 24, left: 32, right: 0 }
/** Minimum width of a month's label, in px. */
const LABEL_WIDTH = 30
/** Minimum height of a part, and of the link on it, in px. */
const PART_HEIGHT = 3
const LINK_HEIGHT = 10

/** A part of a column, with a link to the sections that it counts. The parts of a column differ in their fill. */
export interface Part {
  from: number
  to: number
  fill: FillName
  /** Describes the part; the name of the link. */
  label: string
  only: MonthFocus
}

export interface Column {
  /** yyyy-mm */
  month: string
  parts: readonly Part[]
  /** A value that is marked with a line. */
  mark?: number | undefined
}

interface MonthChartProps {
  /** Accessible name. */
  label: string
  columns: readonly Column[]
}

/** Returns the scales, and which months have a label. */
function layoutOf(columns: readonly Column[], width: number) {
  const top = Math.max(4, ...columns.flatMap(({ parts }) => parts.map(({ to }) => to)))
  const x = scaleBand()
    .domain(columns.map(({ month }) => month))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.35)
  const y = scaleLinear()
    .domain([0, top])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
  const step = Math.ceil(LABEL_WIDTH / x.step())
  const labeled = columns.map(({ month }) => month).filter((_, i) => (columns.length - 1 - i) % step === 0)
  return { x, y, labeled, ticks: y.ticks(4).filter(Number.isInteger) }
}
type Layout = ReturnType<typeof layoutOf>

/** Returns where a part is drawn. `least` is its minimum height. */
function boxOf({ x, y }: Layout, month: string, { from, to }: Pick<Part, 'from' | 'to'>, least: number) {
  const height = Math.max(least, y(from) - y(to))
  return { left: x(month) ?? 0, top: (y(from) + y(to) - height) / 2, width: x.bandwidth(), height }
}

function Axes({ layout: { x, y, labeled, ticks }, width }: { layout: Layout; width: number }) {
  return (
    <g className="fill-base-content/70 text-xs tabular-nums">
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} className="stroke-base-300" />
          <text x={MARGIN.left - 8} dy="0.32em" textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {labeled.map((month) => (
        <text key={month} x={(x(month) ?? 0) + x.bandwidth() / 2} y={HEIGHT - 6} textAnchor="middle">
          {MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3)}
        </text>
      ))}
    </g>
  )
}

/**
 * Renders a column per month. The drawing is hidden from screen readers, which read the links that lie on it and the
 * table below the chart.
 */
export function MonthChart({ label, columns }: MonthChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const layout = layoutOf(columns, width)
  return (
    <div ref={box} role="group" aria-label={label} className="relative">
      <svg aria-hidden width={width} height={HEIGHT} className="block max-w-full overflow-visible">
        <Axes layout={layout} width={width} />
        {columns.map(({ month, parts, mark }) => (
          <g key={month}>
            {parts.map((part) => {
              const { left, top, ...size } = boxOf(layout, month, part, PART_HEIGHT)
              return <rect key={part.fill} x={left} y={top} {...size} rx="2" {...fillOf(part.fill)} />
            })}
            {mark === undefined ? null : (
              <line
                x1={(layout.x(month) ?? 0) - 3}
                x2={(layout.x(month) ?? 0) + layout.x.bandwidth() + 3}
                y1={layout.y(mark)}
                y2={layout.y(mark)}
                strokeWidth="3"
                className="stroke-base-content"
              />
            )}
          </g>
        ))}
      </svg>
      {columns.flatMap(({ month, parts }) =>
        parts.map((part) => (
          <Link
            key={`${month} ${part.fill}`}
            to="/form-submissions"
            search={{ only: part.only, month }}
            aria-label={part.label}
            title={part.label}
            className="absolute rounded-xs hover:outline-2 hover:outline-base-content/50"
            style={boxOf(layout, month, part, LINK_HEIGHT)}
          />
        )),
      )}
    </div>
  )
}
