import type { ChartPeriod, DashboardCharts } from '@portal/contract/charts'
import { api, call, useRealtime } from '@portal/sdk'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

const CHARTS = ['dashboard-charts'] as const

/** Minimum time between two refetches, in ms: the charts change slowly, and cost more than the figures. */
const REFETCH_MS = 10_000

/** All data of the charts in one request. */
export const chartsQuery = (months: ChartPeriod) =>
  queryOptions({
    queryKey: [...CHARTS, months] as const,
    queryFn: ({ signal }): Promise<DashboardCharts> =>
      call(api.dashboard.charts.$get({ query: { months } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

/** Refetches the charts some time after what they count has changed. */
export function useLiveCharts(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useRealtime(['submission.changed', 'section.changed', 'assignment.changed', 'client.changed'], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void client.invalidateQueries({ queryKey: CHARTS })
    }, REFETCH_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
