import { relativeDue, shortDate, todayIn } from '@portal/contract/dates'
import type { Dashboard } from '@portal/contract/dashboard'
import { Badge } from '@portal/kit/ui/badge'
import { useUser } from '@portal/sdk'
import { CalendarCheck } from 'lucide-react'
import { ListCard } from './list-card.tsx'
import { SubmissionLink } from './submission-link.tsx'

/** Lists overdue work of clients, latest due date first. */
export function OverdueCard({ dashboard }: { dashboard: Dashboard }) {
  const today = todayIn(useUser().time_zone)
  return (
    <ListCard
      title="Overdue"
      items={dashboard.overdue}
      keyOf={(row) => `${row.client_id} ${row.workform_id}`}
      empty={{
        icon: <CalendarCheck />,
        title: 'Nothing is overdue',
        description: 'All clients are within their due dates.',
      }}
      more={dashboard.more_overdue ? { only: 'overdue', label: 'View all overdue workforms' } : undefined}
    >
      {(row) => (
        <SubmissionLink workformId={row.workform_id} clientId={row.client_id}>
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{row.client_name}</span>
            <span className="block text-base-content/75">
              {row.workform_name} · {row.open_sections === 1 ? '1 open section' : `${row.open_sections} open sections`}
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <Badge tone="red">{relativeDue(row.due_date, today)}</Badge>
            <span className="text-base-content/70 text-xs">Due: {shortDate(row.due_date)}</span>
          </span>
        </SubmissionLink>
      )}
    </ListCard>
  )
}
