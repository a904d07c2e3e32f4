import { auditText } from '@portal/kit/features/audit/audit-text'
import { PagedList } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { historyQuery } from './record-queries.ts'

/** Shows the tab 'History': what happened with this client, newest first. */
export function ClientHistory({ clientId }: { clientId: string }) {
  const history = useInfiniteQuery(historyQuery(clientId))
  return (
    <PagedList
      query={history}
      failure="The history cannot be shown"
      loading={<SkeletonRows rows={4} label="Loading history" />}
      empty={<EmptyState icon={<History />} title="Nothing has happened yet" />}
    >
      {(items) => (
        <ol aria-label="History" className="divide-y divide-base-300 rounded-field border border-base-300">
          {items.map((entry) => {
            const { who, what } = auditText(entry)
            return (
              <li key={entry.id} className="px-4 py-3 text-sm">
                <p className="wrap-anywhere">
                  <span className="font-medium">{who}</span> {what}
                </p>
                <time dateTime={entry.at} className="mt-0.5 block text-base-content/70 text-xs">
                  {dateAndTime(entry.at)}
                </time>
              </li>
            )
          })}
        </ol>
      )}
    </PagedList>
  )
}
