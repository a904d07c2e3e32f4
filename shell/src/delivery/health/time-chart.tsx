import { useRef, useState } from 'react'
import { useWidth } from '../../charts/use-width.ts'
import { ChartLines } from './chart-lines.tsx'
import { ChartReadout } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'
import { Legend } from './legend.tsx'
import { nearestTime, scalesOf } from './scales.ts'
import type { Series } from './series.ts'

/** A change that the chart marks with a vertical line. */
export interface Mark {
  at: number
  label: string
}

export interface TimeChartProps {
  /** Accessible name. */
  label: string
  /** What one value is, such as "per 100 page loads". */
  unit: string
  format: (value: number) => string
  /** Start and end of the time axis. */
  from: number
  to: number
  series: readonly Series[]
  marks: readonly Mark[]
}

/** Renders values of versions over time as lines, with a legend, and the same data as a table. */
export function TimeChart({ label, unit, format, from, to, series, marks }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [pointed, setPointed] = useState<number>()
  const scales = scalesOf(series, { width, from, to })
  return (
    <figure>
      <figcaption className="mb-3">
        <Legend series={series} hasMarks={marks.length > 0} />
      </figcaption>
      <div ref={box} className="relative">
        <svg
          role="img"
          aria-label={`${label}, ${unit}. The table below has the data.`}
          width={width}
          height={scales.height}
          className="block touch-pan-y select-none overflow-visible"
          onPointerMove={(event) => {
            const left = event.currentTarget.getBoundingClientRect().left
            setPointed(nearestTime(series, scales.x.invert(event.clientX - left).getTime()))
          }}
          onPointerLeave={() => setPointed(undefined)}
        >
          <ChartLines series={series} marks={marks} scales={scales} format={format} pointed={pointed} />
        </svg>
        {pointed === undefined ? null : (
          <ChartReadout at={pointed} left={scales.x(pointed)} width={width} series={series} format={format} />
        )}
      </div>
      <ChartTable label={label} unit={unit} series={series} format={format} />
    </figure>
  )
}
