import type { Dashboard, Figure } from '@portal/contract/dashboard'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { Skeleton } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Inbox, type LucideIcon, Sprout, TrendingDown, TrendingUp, Users } from 'lucide-react'
import { useId } from 'react'
import { trendOf } from './trend.ts'

type FigureName = 'total_clients' | 'in_onboarding' | 'completed_forms' | 'pending_tasks'

interface CardSpec {
  key: FigureName
  title: string
  note: string
  icon: LucideIcon
  /** The list that the figure counts. */
  href: string
}

const CARDS: readonly CardSpec[] = [
  { key: 'total_clients', title: 'Total Clients', note: 'All registered clients', icon: Users, href: '/clients' },
  {
    key: 'in_onboarding',
    title: 'In Onboarding',
    note: 'Currently onboarding',
    icon: Sprout,
    href: '/clients?status=onboarding',
  },
  {
    key: 'completed_forms',
    title: 'Completed Forms',
    note: 'This month',
    icon: CircleCheck,
    href: '/form-submissions?only=completed',
  },
  {
    key: 'pending_tasks',
    title: 'Pending Tasks',
    note: 'Requires attention',
    icon: Inbox,
    href: '/form-submissions?only=waiting',
  },
]

/**
 * Shows a figure whose whole card is a link. The link is named "View list", so that it is not confused
 * with a link in the navigation.
 */
function FigureCard({ spec, figure }: { spec: CardSpec; figure: Figure | undefined }) {
  const Icon = spec.icon
  const id = useId()
  const trend = figure ? trendOf(figure) : undefined
  const [to = '', search = ''] = spec.href.split('?')
  return (
    <section
      className={cx(
        'group relative flex flex-col rounded-box border border-base-300 bg-base-100 p-5',
        'hover:border-base-content/30',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-base-content/75 text-sm">
          {spec.title}
        </h2>
        <Icon className="size-4 text-base-content/50 group-hover:text-primary" aria-hidden />
      </div>
      {figure && trend ? (
        <p className="mt-3 flex items-baseline justify-between gap-3">
          <span className="font-semibold text-3xl tabular-nums tracking-tight">{formatCount(figure.value)}</span>
          <span
            className="inline-flex items-center gap-1 text-base-content/70 text-sm tabular-nums"
            title="Compared with last month"
          >
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

/** Shows the four figures, with skeletons while they load. */
export function FigureCards({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4" aria-busy={dashboard === undefined}>
      {CARDS.map((spec) => (
        <FigureCard key={spec.key} spec={spec} figure={dashboard?.[spec.key]} />
      ))}
    </div>
  )
}
