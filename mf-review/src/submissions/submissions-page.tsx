import type { SubmissionCard as Card } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, ErrorState, QueryError, Skeleton } from '@portal/kit/ui/states'
import { useFailureToast } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, StepForward } from 'lucide-react'
import { useReviewKeys } from '../queue/keys.ts'
import { TargetContext, useQueue } from '../queue/use-queue.ts'
import { FilterChip, Filters } from './filters.tsx'
import { useLiveSubmissions } from './live.ts'
import { submissionsQuery } from './queries.ts'
import { isFiltered, type SubmissionsSearch } from './search.ts'
import { SubmissionCard } from './submission-card.tsx'

export interface SubmissionsPageProps {
  search: SubmissionsSearch
  onSearch: (search: SubmissionsSearch) => void
}

const LOAD_FAILED = 'Form submissions could not be loaded'

/** Renders Form Submissions: everything assigned to the bookkeeper's clients, and what they sent. */
export function SubmissionsPage(props: SubmissionsPageProps) {
  useLiveSubmissions()
  const list = useInfiniteQuery(submissionsQuery(props.search))
  useFailureToast(list.error, 'Error loading submissions', { message: 'Please try again later.' })
  const cards = list.data?.pages.flatMap((page) => page.items) ?? []
  const { target, next } = useQueue(cards, props.onSearch)
  useReviewKeys(next)
  return (
    <TargetContext value={target}>
      <Page>
        <PageHeader
          actions={
            <Button size="sm" icon={<StepForward />} onClick={next}>
              Next waiting
            </Button>
          }
        />
        <Filters {...props} />
        <FilterChip {...props} cards={cards} />
        {list.isPending ? (
          <CardSkeletons />
        ) : list.data ? (
          <Cards {...props} cards={cards} dimmed={list.isPlaceholderData} />
        ) : (
          <QueryError title={LOAD_FAILED} query={list} />
        )}
        <LoadMore
          auto
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
        {list.isFetchNextPageError ? (
          <ErrorState
            title={LOAD_FAILED}
            error={list.error}
            retrying={list.isFetchingNextPage}
            onRetry={() => void list.fetchNextPage()}
          />
        ) : null}
      </Page>
    </TargetContext>
  )
}

interface CardsProps extends SubmissionsPageProps {
  cards: readonly Card[]
  dimmed: boolean
}

function Cards({ search, cards, dimmed, onSearch }: CardsProps) {
  if (cards.length === 0)
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
  return (
    <div className={cx('grid grid-cols-1 gap-4', dimmed && 'opacity-60')} aria-busy={dimmed || undefined}>
      {cards.map((card) => (
        <SubmissionCard
          key={`${card.workform_id} ${card.client_id}`}
          card={card}
          startOpen={Boolean(search.workform && search.client)}
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
