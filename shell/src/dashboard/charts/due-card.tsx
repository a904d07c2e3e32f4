import type { MonthlyWork } from '@portal/contract/charts'
import { monthAndYear } from '@portal/contract/dates'
import type { MonthFocus } from '@portal/contract/section-machine'
import { Card } from '@portal/kit/ui/card'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { EmptyState } from '@portal/kit/ui/states'
import { CalendarCheck } from 'lucide-react'
import { DataTable } from '../../charts/data-table.tsx'
import type { FillName } from './fills.ts'
import { Legend } from './legend.tsx'
import { ListLink } from './list-link.tsx'
import { type Column, MonthChart } from './month-chart.tsx'

type Outcome = Exclude<MonthFocus, 'approved'>

const OUTCOMES: readonly { only: Outcome; label: string; fill: FillName }[] = [
  { only: 'on_time', label: 'On time', fill: 'primary' },
  { only: 'late', label: 'Late', fill: 'warning' },
  { only: 'missing', label: 'Not submitted', fill: 'outline' },
]

const dueIn = ({ on_time, late, missing }: MonthlyWork): number => on_time + late + missing

/** Returns the parts of a month that are not empty, one on the other. */
function columnOf(work: MonthlyWork): Column {
  let top = 0
  const parts = OUTCOMES.flatMap(({ only, label, fill }) => {
    const count = work[only]
    if (count === 0) return []
    top += count
    const name = `${monthAndYear(work.month)}, ${label.toLowerCase()}: ${countOf(count, 'section')}`
    return [{ only, fill, label: name, from: top - count, to: top }]
  })
  return { month: work.month, parts }
}

/** Describes the last month in which something was due. */
function describe(months: readonly MonthlyWork[]): string {
  const last = months.findLast((work) => dueIn(work) > 0)
  if (!last) return ''
  const due = dueIn(last)
  return `${monthAndYear(last.month)}: ${formatCount(last.on_time)} of ${countOf(due, 'section')} on time.`
}

/** Shows how many sections clients submitted on time, by the month they were due. */
export function DueCard({ months }: { months: readonly MonthlyWork[] }) {
  const title = 'On time and late'
  if (months.every((work) => dueIn(work) === 0)) {
    return (
      <Card title={title} padded={false}>
        <EmptyState
          icon={<CalendarCheck />}
          title="Nothing has been due yet"
          description="Once due dates have passed, you see here how many sections clients submit on time."
        />
      </Card>
    )
  }
  return (
    <Card title={title} description={describe(months)}>
      <Legend items={OUTCOMES} />
      <MonthChart label="Sections by the month they were due" columns={months.map(columnOf)} />
      <DataTable
        caption="Sections by the month they were due"
        columns={[{ label: 'Due in' }, ...OUTCOMES.map(({ label }) => ({ label, isNumber: true }))]}
        rows={months.toReversed().map((work) => ({
          key: work.month,
          cells: [
            monthAndYear(work.month),
            ...OUTCOMES.map(({ only }) => (
              <ListLink key={only} count={work[only]} search={{ only, month: work.month }} />
            )),
          ],
        }))}
      />
    </Card>
  )
}
