import { liveSwitches } from '@portal/contract/live-switches'
import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
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
import { FAILURES } from './rates.ts'
import { type Measure, MEASURES, seriesOf } from './series.ts'

/** Loaded on demand, because it brings a charting library. */
const TimeChart = lazyComponent(() => import(/* webpackChunkName: "time-chart" */ './time-chart.tsx'), 'TimeChart')

const CHART_HEIGHT = 'h-64 w-full'
const PERIODS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const
type Period = (typeof PERIODS)[number]['value']
const OPTIONS: readonly Measure[] = ['failures', ...FAILURES, 'LCP', 'INP']

interface ChartProps {
  state: RemoteState
  health: RemoteHealth
  /** When it was read. */
  readAt: number
  measure: Measure
}

function Chart({ state, health, readAt, measure }: ChartProps) {
  const { data: switches } = useQuery(switchesQuery(state.name))
  const series = seriesOf(health, measure, state)
  if (series.length === 0) {
    return (
      <EmptyState
        icon={<Activity />}
        title="No reports in this period"
        description="Pages report how they load and work in people's browsers, a few seconds after they are left."
      />
    )
  }
  const marks = liveSwitches(switches?.items ?? []).filter(({ at }) => at >= health.since)
  return (
    <TimeChart
      fallback={<Skeleton className={CHART_HEIGHT} />}
      label={`${MEASURES[measure].label} of ${state.label ?? state.name}`}
      unit={MEASURES[measure].unit}
      format={MEASURES[measure].format}
      from={Date.parse(health.since)}
      to={readAt}
      series={series}
      marks={marks.map(({ at, kind, to }) => ({ at: Date.parse(at), label: `${kind} ${to ?? ''}` }))}
    />
  )
}

/** Shows how page loads of each version have gone: a chart over time, its data as a table, and frequent errors. */
export function HealthCard({ state }: { state: RemoteState }) {
  const [days, setDays] = useState<Period>('1')
  const [measure, setMeasure] = useState<Measure>('failures')
  const query = useQuery(healthQuery(state.name, Number(days)))
  return (
    <Card title="Health" description="Reported by the browsers of people who use the remote, without personal data.">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Show"
          value={measure}
          onChange={setMeasure}
          options={OPTIONS.map((value) => ({ value, label: MEASURES[value].label }))}
          className="w-full sm:w-72"
        />
        <Pills label="Period" options={PERIODS} value={days} onChange={setDays} />
      </div>
      <QueryView
        query={query}
        failure="Failed to load the health"
        loading={<SkeletonGroup label="Loading the health" items={[CHART_HEIGHT]} />}
      >
        {(health) => (
          <>
            <Chart state={state} health={health} readAt={query.dataUpdatedAt} measure={measure} />
            <ErrorList errors={health.errors} />
          </>
        )}
      </QueryView>
    </Card>
  )
}
