import type { Dashboard } from '@portal/contract/dashboard'
import { formatCount } from '@portal/kit/ui/count'
import { timeAgo } from '@portal/kit/ui/time'
import { CircleCheck } from 'lucide-react'
import { ListCard } from './list-card.tsx'
import { SubmissionLink } from './submission-link.tsx'

/** Lists sections that wait for review, oldest first. */
export function ReviewCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  const more = dashboard ? dashboard.pending_tasks.value - dashboard.reviews.length : 0
  return (
    <ListCard
      title="Waiting for your review"
      items={dashboard?.reviews}
      keyOf={(row) => row.assignment_id}
      loading={{ rows: 3, label: 'Loading sections to review', height: 'h-16.25 max-sm:h-21.25' }}
      empty={{
        icon: <CircleCheck />,
        title: 'Nothing to review',
        description: 'Sections that clients submit appear here, oldest first.',
      }}
      more={more > 0 ? { only: 'waiting', label: `${formatCount(more)} more to review` } : undefined}
    >
      {(row) => (
        <SubmissionLink workformId={row.workform_id} clientId={row.client_id}>
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{row.client_name}</span>
            <span className="block text-base-content/75">
              {row.section_name} · {row.workform_name}
            </span>
          </span>
          {row.submitted_at ? (
            <time dateTime={row.submitted_at} className="shrink-0 text-base-content/70">
              {timeAgo(row.submitted_at)}
            </time>
          ) : null}
        </SubmissionLink>
      )}
    </ListCard>
  )
}
