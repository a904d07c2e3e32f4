import type { ListedCommitment } from '@portal/contract/commitments'
import { CommitmentBadge } from '@portal/kit/features/commitment-badge'
import { LoadMore } from '@portal/kit/ui/pagination'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { commitmentsQuery, type FollowUpFilter } from './queries.ts'

function CommitmentItem({ commitment }: { commitment: ListedCommitment }) {
  const { client_id: client, client_name, workform_id: workform, workform_name } = commitment
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-3 text-sm">
      <Link to="/clients" search={{ client } as never} className="wrap-anywhere font-medium hover:underline">
        {client_name}
      </Link>
      <span aria-hidden>·</span>
      <Link
        to="/form-submissions"
        search={{ workform, client }}
        state={{ filterByWorkform: workform, filterByClient: client }}
        className="min-w-0 wrap-anywhere hover:underline"
      >
        {workform_name}
      </Link>
      <CommitmentBadge commitment={commitment} />
    </li>
  )
}

/** Lists clients' promises to send a workform by a day. Renders nothing if there are none. */
export function Commitments({ show, client }: { show: FollowUpFilter; client: string | undefined }) {
  const list = useInfiniteQuery(commitmentsQuery(show, client))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="promises">
      <h2 id="promises" className="font-semibold text-sm">
        {show === 'upcoming' ? 'Promised by clients' : 'Promises kept and missed'}
      </h2>
      <ul className="mt-2 divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {items.map((commitment) => (
          <CommitmentItem key={commitment.id} commitment={commitment} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  )
}
