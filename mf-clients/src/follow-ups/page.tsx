import type { FollowUp } from '@portal/contract/agent'
import { BackLink } from '@portal/kit/ui/back-link'
import { Button } from '@portal/kit/ui/button'
import { LoadMore } from '@portal/kit/ui/pagination'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { Pills } from '@portal/kit/ui/pills'
import { EmptyState, QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { Commitments } from './commitments.tsx'
import { HeldClients } from './held.tsx'
import { FollowUpItem } from './item.tsx'
import { followUpsQuery, type FollowUpFilter, useLiveFollowUps } from './queries.ts'
import type { FollowUpsSearch } from './search.ts'
import { dayTitle } from './reasons.ts'

const FILTERS = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Sent' },
] as const

function groupByDay(items: readonly FollowUp[]): [string, FollowUp[]][] {
  const days = new Map<string, FollowUp[]>()
  for (const item of items) days.set(item.day, [...(days.get(item.day) ?? []), item])
  return [...days]
}

interface FollowUpsPageProps {
  search: FollowUpsSearch
  onSearch: (search: FollowUpsSearch) => void
}

function Days({ items, search, onSearch }: FollowUpsPageProps & { items: readonly FollowUp[] }) {
  return groupByDay(items).map(([day, followUps]) => (
    <section key={day} aria-label={dayTitle(day)}>
      <h2 className="font-semibold text-sm">{dayTitle(day)}</h2>
      <ul className="mt-2 divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {followUps.map((f) => (
          <FollowUpItem
            key={`${f.client_id} ${f.kind}`}
            followUp={f}
            heading={<ClientLinks followUp={f} search={search} onSearch={onSearch} />}
          />
        ))}
      </ul>
    </section>
  ))
}

/** Shows the page /clients/follow-ups: what is sent to all clients, when and why. */
export function FollowUpsPage({ search, onSearch }: FollowUpsPageProps) {
  useLiveFollowUps()
  const show: FollowUpFilter = search.show ?? 'upcoming'
  const list = useInfiniteQuery(followUpsQuery(show, search.client))
  const items = list.data?.pages.flatMap((p) => p.items) ?? []
  return (
    <Page>
      <BackLink to="/clients">Clients</BackLink>
      <PageHeader />
      <div className="flex flex-wrap items-center gap-3">
        <Pills
          label="Show"
          options={FILTERS}
          value={show}
          onChange={(next) => onSearch({ ...search, show: next === 'past' ? 'past' : undefined })}
        />
        {search.client ? (
          <Button size="sm" onClick={() => onSearch({ ...search, client: undefined })}>
            {items[0] ? `Only ${items[0].client_name}` : 'One client only'} · Show all
          </Button>
        ) : null}
      </div>
      {show === 'upcoming' && !search.client ? <HeldClients /> : null}
      <Commitments show={show} client={search.client} />
      {list.isPending ? (
        <SkeletonRows label="Loading follow-ups" />
      ) : !list.data ? (
        <QueryError title="The follow-ups cannot be shown" query={list} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<CalendarClock />}
          title={show === 'past' ? 'Nothing has been sent yet' : 'No follow-ups planned'}
          description="Follow-ups are planned as soon as a client has an assigned workform with a due date."
        />
      ) : (
        <Days items={items} search={search} onSearch={onSearch} />
      )}
      <LoadMore hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </Page>
  )
}

function ClientLinks({
  followUp: { client_id, client_name },
  search,
  onSearch,
}: FollowUpsPageProps & { followUp: FollowUp }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Link to="/clients" search={{ client: client_id } as never} className="wrap-anywhere font-medium hover:underline">
        {client_name}
      </Link>
      {search.client ? null : (
        <Button
          variant="link"
          size="sm"
          onClick={() => onSearch({ ...search, client: client_id })}
          aria-label={`Only this client: ${client_name}`}
        >
          Only this client
        </Button>
      )}
    </span>
  )
}
