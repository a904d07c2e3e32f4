import type { MonthlyWork } from '@portal/contract/charts'
import { monthAndYear } from '@portal/contract/dates'
import { Card } from '@portal/kit/ui/card'
import { countOf, countOfDays } from '@portal/kit/ui/count'
import { EmptyState } from '@portal/kit/ui/states'
import { CircleCheck } from 'lucide-react'
import { DataTable } from '../../charts/data-table.tsx'
import { ListLink } from './list-link.tsx'
import { type Column, MonthChart } from './month-chart.tsx'

/** Describes a month in which sections were approved. */
function describe({ month, approved, days }: MonthlyWork): string {
  if (!days) return ''
  const sections = countOf(approved, 'section')
  return `${monthAndYear(month)}: ${sections} approved, half of them within ${countOfDays(days.median)}.`
}

/** Returns '2 to 6 days'. */
const rangeOf = ({ quarter, three_quarters }: NonNullable<MonthlyWork['days']>): string =>
  three_quarters === 0 ? countOfDays(0) : `${quarter} to ${countOfDays(three_quarters)}`

function columnOf(work: MonthlyWork): Column {
  const { month, days } = work
  if (!days) return { month, parts: [] }
  return {
    month,
    parts: [{ from: days.quarter, to: days.three_quarters, fill: 'primary', only: 'approved', label: describe(work) }],
    mark: days.median,
  }
}

/** Shows how many days sections took from assignment to approval, by the month of the approval. */
export function DaysCard({ months }: { months: readonly MonthlyWork[] }) {
  const title = 'Days until approval'
  const last = months.findLast(({ days }) => days)
  if (!last) {
    return (
      <Card title={title} padded={false}>
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing has been approved yet"
          description="This will show how many days sections take from assignment to approval."
        />
      </Card>
    )
  }
  return (
    <Card title={title} description={describe(last)}>
      <p className="mb-3 text-sm">
        The line marks the middle: half of the sections took less time. The bar spans the middle half.
      </p>
      <MonthChart label="Days from assignment to approval, by month of approval" columns={months.map(columnOf)} />
      <DataTable
        caption="Days from assignment to approval, by month of approval"
        columns={[
          { label: 'Approved in' },
          { label: 'Sections', isNumber: true },
          { label: 'Middle', isNumber: true },
          { label: 'Middle half', isNumber: true },
        ]}
        rows={months.toReversed().map(({ month, approved, days }) => ({
          key: month,
          cells: [
            monthAndYear(month),
            <ListLink key="sections" count={approved} search={{ only: 'approved', month }} />,
            days ? countOfDays(days.median) : '–',
            days ? rangeOf(days) : '–',
          ],
        }))}
      />
    </Card>
  )
}
