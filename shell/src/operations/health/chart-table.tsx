import { formatCount } from '@portal/kit/ui/count'
import { useState } from 'react'
import { formatStep } from './format-time.ts'
import type { Series } from './series.ts'

interface ChartTableProps {
  label: string
  unit: string
  series: readonly Series[]
  format: (value: number) => string
}

/** Shows the data of a chart as a table, newest first. */
export function ChartTable({ label, unit, series, format }: ChartTableProps) {
  const [open, setOpen] = useState(false)
  const rows = series
    .flatMap(({ version, points }) => points.map((point) => ({ version, ...point })))
    .sort((a, b) => b.at - a.at || a.version.localeCompare(b.version))
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-primary text-sm">Show as table</summary>
      {open ? (
        <table className="mt-3 w-full text-left text-sm tabular-nums">
          <caption className="sr-only">
            {label}, {unit}
          </caption>
          <thead className="border-base-300 border-b text-base-content/70">
            <tr>
              <th scope="col" className="py-1.5 pr-3 font-medium">
                From
              </th>
              <th scope="col" className="py-1.5 pr-3 font-medium">
                Version
              </th>
              <th scope="col" className="py-1.5 pr-3 text-right font-medium">
                Value
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                Reports
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, version, value, reports }) => (
              <tr key={`${at} ${version}`} className="border-base-300 border-b last:border-0">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  {formatStep(at)}
                </th>
                <td className="wrap-anywhere py-1.5 pr-3">{version}</td>
                <td className="py-1.5 pr-3 text-right">{format(value)}</td>
                <td className="py-1.5 text-right">{formatCount(reports)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  )
}
