import type { SubmissionCard as Card } from '@portal/contract/review'
import type { SectionFilter } from '@portal/contract/section-machine'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { LoadMore } from '@portal/kit/ui/pagination'
import { type Pill, Pills } from '@portal/kit/ui/pills'
import { SearchBox } from '@portal/kit/ui/search-box'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/ui/states'
import { toastError } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useReviewKeys } from '../queue/keys.ts'
import { QueueTools } from '../queue/queue-tools.tsx'
import { TargetContext } from '../queue/target.ts'
import { useQueue } from '../queue/use-queue.ts'
import { useLiveSubmissions } from './live.ts'
import { FilterChip } from './filter-chip.tsx'
import { submissionsQuery } from './queries.ts'
import { isFiltered, type SubmissionsSearch } from './search.ts'
import { SubmissionCard } from './submission-card.tsx'

const FILTERS: readonly Pill<SectionFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
]

export interface SubmissionsPageProps {
  search: SubmissionsSearch
  /** Called with the new search. */
  onSearch: (search: SubmissionsSearch) => void
}

/** Returns the list; shows a toast if loading fails. */
function useSubmissions(search: SubmissionsSearch) {
  const list = useInfiniteQuery(submissionsQuery(search))
  const { isError, errorUpdatedAt } = list
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) toastError('Error loading submissions', 'Please try again later.')
  }, [isError, errorUpdatedAt])
  return list
}

/** Renders Form Submissions: everything assigned to the bookkeeper's clients, and what they sent. */
export function SubmissionsPage({ search, onSearch }: SubmissionsPageProps) {
  useLiveSubmissions()
  const list = useSubmissions(search)
  const cards = list.data?.pages.flatMap((page) => page.items) ?? []
  const { target, onReached, next } = useQueue(cards, onSearch)
  useReviewKeys(() => void next())
  const reaching = useMemo(() => ({ target, onReached }), [target, onReached])
  return (
    <TargetContext value={reaching}>
      <Page>
        <PageHeader actions={<QueueTools onNext={() => void next()} />} />
        <Filters search={search} onSearch={onSearch} />
        <FilterChip
          search={search}
          cards={cards}
          onClear={() => onSearch(without(without(without(search, 'workform'), 'client'), 'only'))}
        />
        {list.isPending ? (
          <CardSkeletons />
        ) : list.isError && !list.data ? (
          <ErrorState
            title="Form submissions could not be loaded"
            error={list.error}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Cards search={search} cards={cards} dimmed={list.isPlaceholderData} onSearch={onSearch} />
        )}
        <LoadMore
          auto
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
        {list.isFetchNextPageError ? (
          <ErrorState
            title="Form submissions could not be loaded"
            error={list.error}
            retrying={list.isFetchingNextPage}
            onRetry={() => void list.fetchNextPage()}
          />
        ) : null}
      </Page>
    </TargetContext>
  )
}

/** Renders the search box and the status filter. */
function Filters({ search, onSearch }: SubmissionsPageProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        className="min-w-0 grow basis-56 sm:max-w-xs"
        placeholder="Search by client..."
        value={search.q ?? ''}
        onChange={(q) => onSearch(q ? { ...search, q } : without(search, 'q'))}
      />
      <Pills
        label="Filter by status"
        className="max-sm:[&>button]:px-2.5"
        options={FILTERS}
        value={search.filter ?? 'all'}
        onChange={(filter) => onSearch(filter === 'all' ? without(search, 'filter') : { ...search, filter })}
      />
    </div>
  )
}

function without(search: SubmissionsSearch, key: keyof SubmissionsSearch): SubmissionsSearch {
  const { [key]: _, ...rest } = search
  return rest
}

interface CardsProps extends SubmissionsPageProps {
  cards: readonly Card[]
  dimmed: boolean
}

function Cards({ search, cards, dimmed, onSearch }: CardsProps) {
  if (cards.length === 0) {
    return (
      <EmptyState
        icon={<Inbox />}
        title="No submissions found"
        description={
          isFiltered(search)
            ? 'Try adjusting your search or filter criteria.'
            : 'Client form submissions will appear here.'
        }
      />
    )
  }
  const startOpen = Boolean(search.workform && search.client)
  return (
    <div
      className={dimmed ? 'grid grid-cols-1 gap-4 opacity-60' : 'grid grid-cols-1 gap-4'}
      aria-busy={dimmed || undefined}
    >
      {cards.map((card) => (
        <SubmissionCard
          key={`${card.workform_id} ${card.client_id}`}
          card={card}
          startOpen={startOpen}
          onOnlyClient={search.client && !search.workform ? undefined : () => onSearch({ client: card.client_id })}
        />
      ))}
    </div>
  )
}

function CardSkeletons() {
  return (
    <div role="status" aria-label="Loading submissions" className="grid grid-cols-1 gap-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-19 w-full rounded-box" />
      ))}
    </div>
  )
}
