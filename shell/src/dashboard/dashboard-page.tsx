import type { Dashboard } from '@portal/contract/clients'
import { Page, PageHeader } from '@portal/kit/page'
import { ErrorState, Skeleton } from '@portal/kit/states'
import { api, call, invalidateSoon, toastError, useRealtime } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Inbox, type LucideIcon, Sprout, TrendingDown, TrendingUp, Users } from 'lucide-react'
import { useEffect, useId } from 'react'
import { trendOf } from './trend.ts'

const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }): Promise<Dashboard> => call(api.dashboard.$get({}, { init: { signal } })),
})

interface CardSpec {
  key: keyof Dashboard
  title: string
  note: string
  icon: LucideIcon
  /** The list behind the figure. */
  href: string
}

const CARDS: readonly CardSpec[] = [
  { key: 'total_clients', title: 'Total Clients', note: 'All registered clients', icon: Users, href: '/clients' },
  { key: 'in_onboarding', title: 'In Onboarding', note: 'Currently onboarding', icon: Sprout, href: '/clients?status=onboarding' },
  { key: 'completed_forms', title: 'Completed Forms', note: 'This month', icon: CircleCheck, href: '/form-submissions?filter=approved' },
  { key: 'pending_tasks', title: 'Pending Tasks', note: 'Requires attention', icon: Inbox, href: '/form-submissions?filter=pending' },
]

/**
 * A figure whose whole card is pressable. The link has a name of its own: "Total Clients" would be a second link for who
 * looks for Clients in the navigation.
 */
function FigureCard({ spec, figure }: { spec: CardSpec; figure: Dashboard[keyof Dashboard] | undefined }) {
  const Icon = spec.icon
  const id = useId()
  const trend = figure ? trendOf(figure) : undefined
  const [to = '', search = ''] = spec.href.split('?')
  return (
    <section className="group relative flex flex-col rounded-box border border-base-300 bg-base-100 p-5 hover:border-base-content/30">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-base-content/75 text-sm">
          {spec.title}
        </h2>
        <Icon className="size-4 text-base-content/50 group-hover:text-primary" aria-hidden />
      </div>
      {figure && trend ? (
        <p className="mt-3 flex items-baseline justify-between gap-3">
          <span className="font-semibold text-3xl tabular-nums tracking-tight">{figure.value.toLocaleString('en-US')}</span>
          <span className="inline-flex items-center gap-1 text-base-content/70 text-sm tabular-nums" title="Compared with last month">
            {trend.direction === 'up' ? <TrendingUp className="size-3.5" aria-hidden /> : null}
            {trend.direction === 'down' ? <TrendingDown className="size-3.5" aria-hidden /> : null}
            {trend.text}
            <span className="sr-only">
              {trend.direction === 'none' ? ' nothing to compare with last month' : ' compared with last month'}
            </span>
          </span>
        </p>
      ) : (
        <Skeleton className="mt-3 h-9 w-16" />
      )}
      <p className="mt-2 text-base-content/70 text-sm">{spec.note}</p>
      <Link
        to={to}
        search={Object.fromEntries(new URLSearchParams(search))}
        aria-label="View list"
        aria-describedby={id}
        className="absolute inset-0 rounded-box"
      />
    </section>
  )
}

/** The bookkeeper's first page: four figures, each leading to the list behind it. */
export function DashboardPage() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  useRealtime(['submission.changed', 'section.changed', 'assignment.changed', 'client.changed'], () =>
    invalidateSoon(dashboardQuery.queryKey, client),
  )
  const failed = error !== null && data === undefined
  useEffect(() => {
    if (failed) toastError('Error', 'Failed to load dashboard data')
  }, [failed])
  return (
    <Page>
      <PageHeader title="Dashboard" subtitle="Overview of your client onboarding process" />
      {failed ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <ErrorState title="The figures could not be loaded" error={error} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4" aria-busy={data === undefined}>
          {CARDS.map((spec) => (
            <FigureCard key={spec.key} spec={spec} figure={data?.[spec.key]} />
          ))}
        </div>
      )}
    </Page>
  )
}
