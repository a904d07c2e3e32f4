import type { SubmissionCard as Card, SubmissionsPage as CardsPage } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { LoadMore } from '@portal/kit/ui/pagination'
import { ErrorState, QueryError } from '@portal/kit/ui/states'
import { useFailureToast } from '@portal/sdk'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { StepForward } from 'lucide-react'
import { useState } from 'react'
import { useReviewKeys } from '../queue/keys.ts'
import { TargetContext, useQueue } from '../queue/use-queue.ts'
import { CardSkeletons, LOAD_FAILED, NoSubmissions } from './card-states.tsx'
import { FilterChip, Filters } from './filters.tsx'
import { GroupedList, type LoadedGroups } from './groups.tsx'
import { useLiveSubmissions } from './live.ts'
import { groupsQuery, submissionsQuery } from './queries.ts'
import { groupingOf, type SubmissionsSearch } from './search.ts'
import { SubmissionCard } from './submission-card.tsx'

export interface SubmissionsPageProps {
  search: SubmissionsSearch
  onSearch: (search: SubmissionsSearch) => void
}

/** Renders Form Submissions: everything assigned to the bookkeeper's clients, and what they sent. */
export function SubmissionsPage(props: SubmissionsPageProps) {
  useLiveSubmissions()
  const by = groupingOf(props.search)
  const list = useInfiniteQuery({ ...submissionsQuery(props.search), enabled: by === undefined })
  useFailureToast(list.error, 'Error loading submissions', { message: 'Please try again later.' })
  const cards = list.data?.pages.flatMap((page) => page.items) ?? []
  const [loaded] = useState((): LoadedGroups => new Map())
  const groups = useInfiniteQuery({ ...groupsQuery(props.search, by ?? 'client'), enabled: by !== undefined })
  const groupedCards = () =>
    groups.data?.pages.flatMap((page) => page.items.flatMap((g) => loaded.get(g.id) ?? [])) ?? []
  const { target, next } = useQueue(() => (by ? groupedCards() : cards), props.onSearch, props.search.sort)
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
        <FilterChip {...props} cards={by ? [] : cards} isComplete={!list.hasNextPage && !list.isPlaceholderData} />
        {by ? (
          <GroupedList {...props} groups={groups} by={by} loaded={loaded} />
        ) : (
          <FlatList {...props} list={list} cards={cards} />
        )}
      </Page>
    </TargetContext>
  )
}

interface FlatListProps extends SubmissionsPageProps {
  list: UseInfiniteQueryResult<InfiniteData<CardsPage>>
  cards: readonly Card[]
}

function FlatList({ list, cards, ...props }: FlatListProps) {
  return (
    <>
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
    </>
  )
}

interface CardsProps extends SubmissionsPageProps {
  cards: readonly Card[]
  dimmed: boolean
}

function Cards({ search, cards, dimmed, onSearch }: CardsProps) {
  if (cards.length === 0) return <NoSubmissions search={search} />
  return (
    <div className={cx('grid grid-cols-1 gap-4', dimmed && 'opacity-60')} aria-busy={dimmed || undefined}>
      {cards.map((card) => (
        <SubmissionCard
          key={`${card.workform_id} ${card.client_id}`}
          card={card}
          isByDue={search.sort === 'due'}
          focus={search}
          startOpen={Boolean(search.workform && search.client)}
          onOnlyClient={search.client && !search.workform ? undefined : () => onSearch({ client: card.client_id })}
        />
      ))}
    </div>
  )
}
