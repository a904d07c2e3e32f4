import type { MonthlyWork } from '@portal/contract/charts'
import { monthAndYear } from '@portal/contract/dates'
import { Card } from '@portal/kit/ui/card'
import { countOfDays } from '@portal/kit/ui/count'
import { EmptyState } from '@portal/kit/ui/states'
import { Hourglass } from 'lucide-react'
import { DataTable } from '../../charts/data-table.tsx'
import type { FillName } from './fills.ts'
import { Legend } from './legend.tsx'
import { ListLink } from './list-link.tsx'
import { type Column, MonthChart } from './month-chart.tsx'

type Sides = NonNullable<MonthlyWork['sides']>

const SIDES: readonly { side: keyof Sides; label: string; fill: FillName }[] = [
  { side: 'client', label: 'With the client', fill: 'warning' },
  { side: 'bookkeeper', label: 'With you', fill: 'primary' },
]

/** Describes a month in which sections were approved. */
function describe({ month, sides }: MonthlyWork): string {
  if (!sides) return ''
  const { client, bookkeeper } = sides
  return `${monthAndYear(month)}: ${countOfDays(client)} with the client, ${countOfDays(bookkeeper)} with you.`
}

/** Returns the average days of both sides, the client's below. */
function columnOf(work: MonthlyWork): Column {
  const { month, sides } = work
  if (!sides) return { month, parts: [] }
  let top = 0
  const parts = SIDES.flatMap(({ side, label, fill }) => {
    const days = sides[side]
    if (days === 0) return []
    top += days
    const name = `${monthAndYear(month)}, ${label.toLowerCase()}: ${countOfDays(days)}`
    return [{ only: 'approved' as const, fill, label: name, from: top - days, to: top }]
  })
  return { month, parts }
}

/** Shows how long approved sections were with the client and with the bookkeeper, by the month of the approval. */
export function SidesCard({ months }: { months: readonly MonthlyWork[] }) {
  const title = 'Time per side'
  const last = months.findLast(({ sides }) => sides)
  if (!last) {
    return (
      <Card title={title} padded={false}>
        <EmptyState
          icon={<Hourglass />}
          title="Nothing has been approved yet"
          description="This will show how many of the days until approval sections are with the client, and with you."
        />
      </Card>
    )
  }
  const caption = 'Average days per section and side, by month of approval'
  return (
    <Card title={title} description={describe(last)}>
      <Legend items={SIDES} />
      <MonthChart label={caption} columns={months.map(columnOf)} />
      <DataTable
        caption={caption}
        columns={[
          { label: 'Approved in' },
          { label: 'Sections', isNumber: true },
          ...SIDES.map(({ label }) => ({ label, isNumber: true })),
        ]}
        rows={months.toReversed().map(({ month, approved, sides }) => ({
          key: month,
          cells: [
            monthAndYear(month),
            <ListLink key="sections" count={approved} search={{ only: 'approved', month }} />,
            ...SIDES.map(({ side }) => (sides ? countOfDays(sides[side]) : '–')),
          ],
        }))}
      />
    </Card>
  )
}
