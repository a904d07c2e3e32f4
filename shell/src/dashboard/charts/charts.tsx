import type { ChartPeriod, DashboardCharts } from '@portal/contract/charts'
import { Pills } from '@portal/kit/ui/pills'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DaysCard } from './days-card.tsx'
import { DueCard } from './due-card.tsx'
import { chartsQuery, useLiveCharts } from './queries.ts'
import { SidesCard } from './sides-card.tsx'
import { StuckCard } from './stuck-card.tsx'
import { TurnsCard } from './turns-card.tsx'

const PERIODS: readonly { value: ChartPeriod; label: string }[] = [
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
]

const GRID = 'grid grid-cols-1 gap-4 lg:grid-cols-2'

function Cards({ charts: { months, stuck, turns } }: { charts: DashboardCharts }) {
  return (
    <>
      <div className={GRID}>
        <DueCard months={months} />
        <DaysCard months={months} />
        <SidesCard months={months} />
        <StuckCard stuck={stuck} since={months[0]?.month ?? ''} />
        {/* Alone in its row. */}
        <div className="lg:col-span-2">
          <TurnsCard turns={turns} />
        </div>
      </div>
      {months.some(({ more }) => more) ? (
        <p className="mt-3 text-base-content/70 text-sm">
          In months with several hundred sections, only the latest are counted.
        </p>
      ) : null}
    </>
  )
}

/** Shows how the bookkeeper's work has developed, below the figures of the dashboard. */
export function Charts() {
  const [months, setMonths] = useState<ChartPeriod>('6')
  const query = useQuery(chartsQuery(months))
  const id = useId()
  useLiveCharts()
  return (
    <section aria-labelledby={id} aria-busy={query.isPlaceholderData || undefined}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold">
          Trends
        </h2>
        <Pills label="Period" options={PERIODS} value={months} onChange={setMonths} />
      </div>
      <QueryView
        query={query}
        failure="Failed to load the charts"
        loading={
          <SkeletonGroup
            label="Loading the charts"
            items={['h-80 w-full', 'h-80 w-full', 'h-80 w-full', 'h-56 w-full', 'h-56 w-full lg:col-span-2']}
            className={GRID}
          />
        }
      >
        {(charts) => <Cards charts={charts} />}
      </QueryView>
    </section>
  )
}
