import { liveSwitches } from '@portal/contract/live-switches'
import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
import { describeSwitch } from '@portal/contract/publishing-texts'
import { Card } from '@portal/kit/ui/card'
import { SelectField } from '@portal/kit/ui/fields'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { Pills } from '@portal/kit/ui/pills'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, Skeleton, SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { healthQuery, switchesQuery } from '../queries.ts'
import { ErrorList } from './error-list.tsx'
import { formatValue, isMetric, type Measure, MEASURE_NAMES, seriesOf, worstMeasure } from './series.ts'

/** Loaded on demand, because it brings a charting library. */
const TimeChart = lazyComponent(() => import(/* webpackChunkName: "time-chart" */ './time-chart.tsx'), 'TimeChart')

const CHART_HEIGHT = 'h-64 w-full'
const PERIODS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const
type Period = (typeof PERIODS)[number]['value']
const OPTIONS = (Object.keys(MEASURE_NAMES) as Measure[]).map((value) => ({ value, label: MEASURE_NAMES[value] }))

/** Returns the period that is shown first: after a change, whether it works is seen in minutes. */
const firstPeriod = ({ last_switch: last }: RemoteState): Period =>
  last && Date.now() - Date.parse(last.at) < 3_600_000 ? '1' : '24'

interface ChartProps {
  state: RemoteState
  health: RemoteHealth
  /** When it was read. */
  readAt: number
  measure: Measure
}

function Chart({ state, health, readAt, measure }: ChartProps) {
  const { data: switches } = useQuery(switchesQuery(state.name))
  const { series, leftOut } = seriesOf(health, measure, state)
  if (series.length === 0) {
    return (
      <EmptyState
        icon={<Activity />}
        title="No reports in this period"
        description="Pages report how they load and work in people's browsers, a few seconds after they are left."
      />
    )
  }
  const unit = isMetric(measure) ? '75th percentile' : 'per 100 page loads'
  const marks = liveSwitches(switches?.items ?? []).filter(({ at }) => at >= health.since)
  return (
    <TimeChart
      fallback={<Skeleton className={CHART_HEIGHT} />}
      label={`${MEASURE_NAMES[measure]} of ${state.label ?? state.name}, ${unit}`}
      format={(value) => formatValue(measure, value)}
      isDaily={health.step === 'day' || isMetric(measure)}
      from={Date.parse(health.since)}
      to={readAt}
      series={series}
      leftOut={leftOut}
      marks={marks.map((change) => ({ at: Date.parse(change.at), label: describeSwitch(change) }))}
    />
  )
}

/** Shows how page loads of each version have gone: a chart over time, its data as a table, and frequent errors. */
export function HealthCard({ state }: { state: RemoteState }) {
  const [hours, setHours] = useState(() => firstPeriod(state))
  const [chosen, setChosen] = useState<Measure>()
  const query = useQuery(healthQuery(state.name, hours))
  const measure = chosen ?? (query.data ? worstMeasure(query.data) : 'failures')
  return (
    <Card title="Health" description="Reported by the browsers of people who use the remote, without personal data.">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <SelectField label="Show" value={measure} onChange={setChosen} options={OPTIONS} className="w-full sm:w-72" />
        <Pills label="Period" options={PERIODS} value={hours} onChange={setHours} />
      </div>
      <QueryView
        query={query}
        failure="Failed to load the health"
        loading={<SkeletonGroup label="Loading the health" items={[CHART_HEIGHT]} />}
      >
        {(health) => (
          <>
            <Chart state={state} health={health} readAt={query.dataUpdatedAt} measure={measure} />
            <ErrorList health={health} />
          </>
        )}
      </QueryView>
    </Card>
  )
}
