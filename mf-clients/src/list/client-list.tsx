import type { Client, ClientCounts } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { lazy, type RefObject, Suspense, useMemo } from 'react'
import { JobPanel } from '../bulk/job-panel.tsx'
import { useJob } from '../bulk/use-job.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { clientsQuery, countsQuery, DEFAULT_SORT, filterParams, rowsOf } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import type { ClientsPageProps } from './page.tsx'
import type { RowAction } from './row.tsx'
import type { ClientsSearch } from './search.ts'
import { ClientsTable, type TableHandle } from './table.tsx'

const BulkBar = lazy(() => import('../bulk/bulk-bar.tsx').then((m) => ({ default: m.BulkBar })))

export interface ClientListProps extends ClientsPageProps {
  onAction: (action: RowAction, client: Client) => void
  table: RefObject<TableHandle | null>
}

/** Returns the number of clients that a filter finds, if the counts tell. */
function countOf({ q, status, show, tag }: ClientsSearch, counts: ClientCounts | undefined): number | undefined {
  return q || show || tag ? undefined : counts?.[status ?? 'total']
}

/** Shows the list of clients, and what can be done with those that are selected. */
export function ClientList({ search, onSearch, onAction, table }: ClientListProps) {
  const list = useInfiniteQuery(clientsQuery(search))
  const counts = useQuery(countsQuery)
  useLoadFailureToast(list.error, 'Failed to load clients')
  const rows = useMemo(() => rowsOf(list.data), [list.data])
  const filter = filterParams(search)
  const selection = useSelection(rows, JSON.stringify(filter))
  const work = useJob()
  const more = (): void => {
    if (!list.isFetchingNextPage) void list.fetchNextPage()
  }
  if (list.isPending) return <SkeletonRows rows={8} label="Loading clients" />
  if (!list.data) return <QueryError title="The list of clients is not available" query={list} />
  const panel = work.state ? <JobPanel state={work.state} work={work} /> : null
  if (rows.length === 0 && !list.hasNextPage)
    return (
      <>
        {panel}
        <NoClients isFiltered={Object.keys(filter).length > 0} onSearch={onSearch} />
      </>
    )
  const total = countOf(search, counts.data)
  return (
    <>
      {panel}
      <ClientsTable
        ref={table}
        rows={rows}
        total={total}
        selected={selection.ids}
        onSelect={selection.select}
        onSelectAll={(on) => selection.replace(on ? rows : [])}
        opened={search.client}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => onSearch({ sort: sort === DEFAULT_SORT ? undefined : sort })}
        stale={list.isPlaceholderData}
        hasMore={list.hasNextPage}
        onMore={() => {
          // After a failure only the button below retries; the list would retry endlessly.
          if (!list.isFetchNextPageError) more()
        }}
        onAction={onAction}
      />
      <LoadMore hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={more} />
      {selection.clients.length > 0 ? (
        <Suspense fallback={null}>
          <BulkBar
            selection={selection}
            filter={filter}
            total={list.hasNextPage ? total : rows.length}
            busy={work.state?.phase === 'running'}
            onStart={work.start}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function NoClients({ isFiltered, onSearch }: { isFiltered: boolean; onSearch: ClientsPageProps['onSearch'] }) {
  return (
    <EmptyState
      icon={<Users />}
      title="No clients found matching your criteria"
      description={isFiltered ? undefined : 'Add your first client to start their onboarding.'}
      action={
        isFiltered ? (
          <Button
            size="sm"
            onClick={() => onSearch({ q: undefined, status: undefined, show: undefined, tag: undefined })}
          >
            Clear filters
          </Button>
        ) : undefined
      }
    />
  )
}
