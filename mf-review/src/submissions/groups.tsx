import type { SubmissionCard as Card, SubmissionGroup, SubmissionGroupsPage } from '@portal/contract/review'
import type { SubmissionGroupBy } from '@portal/contract/submission-orders'
import { Badge } from '@portal/kit/ui/badge'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { PagedList } from '@portal/kit/ui/query-view'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CardSkeletons, LOAD_FAILED, NoSubmissions } from './card-states.tsx'
import { submissionsQuery } from './queries.ts'
import type { SubmissionsSearch } from './search.ts'
import { SubmissionCard } from './submission-card.tsx'

/** Groups are open at first until about this many submissions are shown. */
const SHOWN_AT_FIRST = 20

/** The loaded cards of open groups, for navigation between them. */
export type LoadedGroups = Map<string, readonly Card[]>

interface GroupCardsProps {
  search: SubmissionsSearch
  loaded: LoadedGroups
  onSearch: (search: SubmissionsSearch) => void
}

export interface GroupedListProps extends GroupCardsProps {
  groups: UseInfiniteQueryResult<InfiniteData<SubmissionGroupsPage>>
  by: SubmissionGroupBy
}

/** Returns the groups that are open at first: the first one, and more while they are small. */
function openAtFirst(groups: readonly SubmissionGroup[]): ReadonlySet<string> {
  const open = new Set<string>()
  let shown = 0
  for (const { id, count } of groups) {
    shown += count
    if (open.size > 0 && shown > SHOWN_AT_FIRST) break
    open.add(id)
  }
  return open
}

/** Renders the submissions under headings of clients or workforms. A group is loaded when it is opened. */
export function GroupedList({ groups, by, search, ...cards }: GroupedListProps) {
  return (
    <PagedList
      query={groups}
      auto
      failure={LOAD_FAILED}
      loading={<CardSkeletons />}
      empty={<NoSubmissions search={search} />}
    >
      {(items) => {
        const open = openAtFirst(items)
        return (
          <div className="grid grid-cols-1 gap-4" aria-busy={groups.isPlaceholderData || undefined}>
            {items.map((group) => (
              <Group
                key={`${by} ${group.id}`}
                group={group}
                startOpen={open.has(group.id)}
                search={{ ...search, [by]: group.id }}
                {...cards}
              />
            ))}
          </div>
        )
      }}
    </PagedList>
  )
}

interface GroupProps extends GroupCardsProps {
  group: SubmissionGroup
  startOpen: boolean
}

function Group({ group, startOpen, ...cards }: GroupProps) {
  const [open, setOpen] = useState(startOpen)
  const { name, count, more } = group
  return (
    <Collapsible
      level={2}
      className="bg-base-200/50 max-sm:[&>div]:p-2 max-sm:[&>summary]:px-4 [&>div]:p-3"
      open={open}
      onToggle={setOpen}
      title={name}
      aside={<Badge>{more ? `More than ${formatCount(count)} submissions` : countOf(count, 'submission')}</Badge>}
    >
      <GroupCards id={group.id} {...cards} />
    </Collapsible>
  )
}

function GroupCards({ id, search, loaded, onSearch }: GroupCardsProps & { id: string }) {
  const list = useInfiniteQuery(submissionsQuery(search))
  const cards = list.data?.pages.flatMap((page) => page.items)
  useEffect(() => {
    loaded.set(id, cards ?? [])
    return () => void loaded.delete(id)
  })
  return (
    <PagedList
      query={list}
      failure={LOAD_FAILED}
      loading={<CardSkeletons count={1} />}
      empty={<p className="p-2 text-base-content/70 text-sm">No submissions found</p>}
    >
      {(items) => (
        <div className="grid grid-cols-1 gap-3">
          {items.map((card) => (
            <SubmissionCard
              key={`${card.workform_id} ${card.client_id}`}
              card={card}
              isByDue={search.sort === 'due'}
              focus={search}
              level={3}
              startOpen={false}
              onOnlyClient={() => onSearch({ client: card.client_id })}
            />
          ))}
        </div>
      )}
    </PagedList>
  )
}
