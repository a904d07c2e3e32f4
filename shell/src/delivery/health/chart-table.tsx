import { compareTexts } from '@portal/contract/search-text'
import { formatCount } from '@portal/kit/ui/count'
import { DataTable } from '../../charts/data-table.tsx'
import { formatStep } from './format-time.ts'
import type { Series } from './series.ts'

interface ChartTableProps {
  label: string
  unit: string
  series: readonly Series[]
  format: (value: number) => string
}

const COLUMNS = [
  { label: 'From' },
  { label: 'Version' },
  { label: 'Value', isNumber: true },
  { label: 'Reports', isNumber: true },
]

/** Shows the data of a chart as a table, newest first. */
export function ChartTable({ label, unit, series, format }: ChartTableProps) {
  const points = series
    .flatMap(({ version, points: own }) => own.map((point) => ({ version, ...point })))
    .sort((a, b) => b.at - a.at || compareTexts(a.version, b.version))
  const rows = points.map(({ at, version, value, reports }) => ({
    key: `${at} ${version}`,
    cells: [formatStep(at), version, format(value), formatCount(reports)],
  }))
  return <DataTable caption={`${label}, ${unit}`} columns={COLUMNS} rows={rows} />
}
