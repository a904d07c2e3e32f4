import type { Dashboard } from '@portal/contract/dashboard'
import { Card } from '@portal/kit/ui/card'
import { formatCount } from '@portal/kit/ui/count'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { timeAgo } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { SubmissionLink } from './submission-link.tsx'

/** Lists sections that wait for review, oldest first. */
export function ReviewCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  const more = dashboard ? dashboard.pending_tasks.value - dashboard.reviews.length : 0
  return (
    <Card title="Waiting for your review" padded={false} className="overflow-hidden">
      {dashboard === undefined ? <SkeletonRows rows={3} label="Loading sections to review" /> : null}
      {dashboard?.reviews.length === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing to review"
          description="Sections that clients submit appear here, oldest first."
          className="py-9"
        />
      ) : null}
      {dashboard && dashboard.reviews.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {dashboard.reviews.map((row) => (
            <li key={row.assignment_id}>
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
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <Link
          to="/form-submissions"
          search={{ only: 'waiting' }}
          className="block border-base-300 border-t px-5 py-3 font-medium text-primary text-sm hover:underline"
        >
          {formatCount(more)} more to review
        </Link>
      ) : null}
    </Card>
  )
}
