import type { SubmissionCard as Card } from '@portal/contract/review'
import type { SectionFilter, SubmissionFocus } from '@portal/contract/section-machine'
import { Page, PageHeader } from '@portal/kit/page'
import { LoadMore } from '@portal/kit/pagination'
import { type Pill, Pills } from '@portal/kit/pills'
import { SearchBox } from '@portal/kit/search-box'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLiveSubmissions } from './live.ts'
import { submissionsQuery } from './queries.ts'
import { isNarrowed, type SubmissionsSearch } from './search.ts'
import { SubmissionCard } from './submission-card.tsx'

const FILTERS: readonly Pill<SectionFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
]

export interface SubmissionsPageProps {
  search: SubmissionsSearch
  /** Called with the search that the page should show from now on. */
  onSearch: (search: SubmissionsSearch) => void
}

/** Form Submissions: everything the bookkeeper's clients were assigned, and what they sent. */
export function SubmissionsPage({ search, onSearch }: SubmissionsPageProps): ReactNode {
  useLiveSubmissions()
  const list = useInfiniteQuery(submissionsQuery(search))
  const cards = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page>
      <PageHeader title="Form Submissions" subtitle="Review and manage client form submissions" />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
        <SearchBox
          className="sm:max-w-xs"
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
      <FilterChip search={search} cards={cards} onClear={() => onSearch(without(without(without(search, 'workform'), 'client'), 'only'))} />
      {list.isPending ? (
        <CardSkeletons />
      ) : list.isError && !list.data ? (
        <ErrorState title="Error loading submissions" error={list.error} retrying={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <Cards search={search} cards={cards} dimmed={list.isPlaceholderData} />
      )}
      <LoadMore
        auto
        hasMore={list.hasNextPage && !list.isFetchNextPageError}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {list.isFetchNextPageError ? (
        <ErrorState
          title="Error loading submissions"
          error={list.error}
          retrying={list.isFetchingNextPage}
          onRetry={() => void list.fetchNextPage()}
        />
      ) : null}
    </Page>
  )
}

function without(search: SubmissionsSearch, key: keyof SubmissionsSearch): SubmissionsSearch {
  const { [key]: _, ...rest } = search
  return rest
}

function Cards({ search, cards, dimmed }: { search: SubmissionsSearch; cards: readonly Card[]; dimmed: boolean }): ReactNode {
  if (cards.length === 0) {
    return (
      <EmptyState
        icon={<Inbox />}
        title="No submissions found"
        description={isNarrowed(search) ? 'Try adjusting your search or filter criteria.' : 'Client form submissions will appear here.'}
      />
    )
  }
  const startOpen = Boolean(search.workform && search.client)
  return (
    <div className={dimmed ? 'grid grid-cols-1 gap-4 opacity-60' : 'grid grid-cols-1 gap-4'} aria-busy={dimmed || undefined}>
      {cards.map((card) => (
        <SubmissionCard key={`${card.workform_id} ${card.client_id}`} card={card} startOpen={startOpen} />
      ))}
    </div>
  )
}

interface FilterChipProps {
  search: SubmissionsSearch
  /** What the list shows: where the names come from. */
  cards: readonly Card[]
  onClear: () => void
}

const FOCUS: Record<SubmissionFocus, string> = {
  waiting: 'waiting for review',
  overdue: 'overdue',
  completed: 'completed this month',
}

/** Says what the list was narrowed to from elsewhere (one workform, one client, a figure of the dashboard), and lets go of it. */
function FilterChip({ search, cards, onClear }: FilterChipProps): ReactNode {
  if (!search.workform && !search.client && !search.only) return null
  const workform = cards.find((c) => c.workform_id === search.workform)?.workform_name
  const found = cards.find((c) => c.client_id === search.client)
  const client = found?.client_name || found?.client_email
  const names = [
    search.only && FOCUS[search.only],
    search.workform && (workform ?? 'one workform'),
    search.client && (client ?? 'one client'),
  ]
  return (
    <span className="inline-flex min-h-8 min-w-0 items-center gap-1 max-w-full self-start rounded-full border border-primary/40 bg-primary/8 pl-3.5 text-sm">
      <span className="min-w-0 truncate">Only {names.filter(Boolean).join(' · ')}</span>
      <button
        type="button"
        aria-label="Clear filter"
        title="Clear filter"
        onClick={onClear}
        className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-full text-base-content/70 hover:text-base-content"
      >
        <X className="size-4" aria-hidden />
      </button>
    </span>
  )
}

function CardSkeletons(): ReactNode {
  return (
    <div role="status" aria-label="Loading submissions" className="grid grid-cols-1 gap-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-19 w-full rounded-box" />
      ))}
    </div>
  )
}
