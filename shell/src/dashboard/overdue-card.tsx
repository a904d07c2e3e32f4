import { relativeDue, shortDate, todayIn } from '@portal/contract/dates'
import type { Dashboard } from '@portal/contract/dashboard'
import { Badge } from '@portal/kit/ui/badge'
import { Card } from '@portal/kit/ui/card'
import { EmptyState } from '@portal/kit/ui/states'
import { useUser } from '@portal/sdk'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { SubmissionLink } from './submission-link.tsx'

/** Lists overdue work of clients, latest due date first. */
export function OverdueCard({ dashboard }: { dashboard: Dashboard }) {
  const today = todayIn(useUser().time_zone)
  return (
    <Card title="Overdue" padded={false} className="overflow-hidden">
      {dashboard.overdue.length === 0 ? (
        <EmptyState
          icon={<CalendarCheck />}
          title="Nothing is overdue"
          description="All clients are within their due dates."
          className="py-9"
        />
      ) : null}
      {dashboard.overdue.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {dashboard.overdue.map((row) => (
            <li key={`${row.client_id} ${row.workform_id}`}>
              <SubmissionLink workformId={row.workform_id} clientId={row.client_id}>
                <span className="wrap-anywhere min-w-0">
                  <span className="font-medium">{row.client_name}</span>
                  <span className="block text-base-content/75">
                    {row.workform_name} ·{' '}
                    {row.open_sections === 1 ? '1 open section' : `${row.open_sections} open sections`}
                  </span>
                </span>
                <span className="flex shrink-0 flex-col items-end gap-1">
                  <Badge tone="red">{relativeDue(row.due_date, today)}</Badge>
                  <span className="text-base-content/70 text-xs">Due: {shortDate(row.due_date)}</span>
                </span>
              </SubmissionLink>
            </li>
          ))}
        </ul>
      ) : null}
      {dashboard.more_overdue ? (
        <Link
          to="/form-submissions"
          search={{ only: 'overdue' }}
          className="block border-base-300 border-t px-5 py-3 font-medium text-primary text-sm hover:underline"
        >
          View all overdue workforms
        </Link>
      ) : null}
    </Card>
  )
}
