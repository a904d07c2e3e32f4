import { latestActivity } from '@portal/kit/features/audit/activity-text'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { ErrorState } from '@portal/kit/ui/states'
import { useFailureToast, useRefetchOn } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { ActivityCard } from './activity-card.tsx'
import { FigureCards } from './figure-cards.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OverdueCard } from './overdue-card.tsx'
import { dashboardQuery } from './queries.ts'
import { ReviewCard } from './review-card.tsx'

/** Loaded after the figures are shown, because it brings a charting library. */
const Charts = lazyComponent(() => import(/* webpackChunkName: "dashboard-charts" */ './charts/charts.tsx'), 'Charts')

/** Shows the bookkeeper's start page: four figures that link to their lists, open work, and charts. */
export function DashboardPage() {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  useRefetchOn(
    ['submission.changed', 'section.changed', 'assignment.changed', 'client.changed', 'workform.changed'],
    dashboardQuery.queryKey,
  )
  const failed = error !== null && data === undefined
  useFailureToast(failed, 'Error', { message: 'Failed to load dashboard data' })
  const isNewFirm = data?.total_clients.value === 0
  return (
    <Page>
      <PageHeader />
      {failed ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <ErrorState
            title="The figures could not be loaded"
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <>
          <FigureCards dashboard={data} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="grid grid-cols-1 gap-4">
              {isNewFirm ? (
                <FirstSteps hasWorkforms={data.has_workforms} />
              ) : (
                <>
                  <ReviewCard dashboard={data} />
                  {/* Rendered with the data of the list above, whose height differs from its skeleton's. */}
                  {data ? <OverdueCard dashboard={data} /> : null}
                </>
              )}
            </div>
            <ActivityCard activity={data && latestActivity(data)} />
          </div>
          {data && !isNewFirm ? <Charts /> : null}
        </>
      )}
    </Page>
  )
}
