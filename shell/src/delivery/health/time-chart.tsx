import { compareTexts } from '@portal/contract/search-text'
import { formatCount } from '@portal/kit/ui/count'
import { useRef, useState } from 'react'
import { DataTable } from '../../charts/data-table.tsx'
import { useWidth } from '../../charts/use-width.ts'
import { ChartLines } from './chart-lines.tsx'
import { ChartReadout } from './chart-readout.tsx'
import { Legend } from './legend.tsx'
import { formatDay, formatMinute, nearestTime, scalesOf } from './scales.ts'
import type { Series } from './series.ts'

/** A change that the chart marks with a vertical line. */
export interface Mark {
  at: number
  label: string
}

export interface TimeChartProps {
  /** Accessible name, with what one value is: 'Hangs of mf-clients, per 100 page loads'. */
  label: string
  format: (value: number) => string
  /** Whether each value is one of a day. */
  isDaily: boolean
  /** Start and end of the time axis. */
  from: number
  to: number
  series: readonly Series[]
  /** How many versions are not shown, in words. */
  leftOut: string
  marks: readonly Mark[]
}

const COLUMNS = [
  { label: 'From' },
  { label: 'Version' },
  { label: 'Value', isNumber: true },
  { label: 'Reports', isNumber: true },
]

/** Renders values of versions over time as lines, with a legend, and the same data as a table, newest first. */
export function TimeChart({ label, format, isDaily, from, to, series, leftOut, marks }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [pointed, setPointed] = useState<number>()
  const scales = scalesOf(series, { width, from, to })
  const formatAt = isDaily ? formatDay : formatMinute
  const rows = series
    .flatMap(({ version, points }) => points.map((point) => ({ version, ...point })))
    .sort((a, b) => b.at - a.at || compareTexts(a.version, b.version))
    .map(({ at, version, value, reports }) => ({
      key: `${at} ${version}`,
      cells: [formatAt(new Date(at)), version, format(value), formatCount(reports)],
    }))
  return (
    <figure>
      <figcaption className="mb-3">
        <Legend series={series} leftOut={leftOut} marks={marks} />
      </figcaption>
      <div ref={box} className="relative">
        <svg
          role="img"
          aria-label={`${label}. The table below has the data.`}
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
          <ChartReadout
            at={pointed}
            left={scales.x(pointed)}
            width={width}
            series={series}
            format={format}
            formatAt={formatAt}
          />
        )}
      </div>
      <DataTable caption={label} columns={COLUMNS} rows={rows} />
    </figure>
  )
}
