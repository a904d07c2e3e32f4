import type { Client } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type RefObject, useEffect, useMemo } from 'react'
import { movedBy } from '../bulk/job.ts'
import type { BulkBarProps } from '../bulk/bulk-bar.tsx'
import { JobPanel } from '../bulk/job-panel.tsx'
import { useJob } from '../bulk/use-job.ts'
import { useDropLeavers, useSelection } from '../bulk/use-selection.ts'
import { clientsQuery, countsQuery, DEFAULT_SORT, filterParams, foundQuery, rowsOf } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import type { ClientsPageProps } from './page.tsx'
import type { RowAction } from './row.tsx'
import type { ClientsSearch } from './search.ts'
import { ClientsTable, type TableHandle } from './table.tsx'

const BulkBar = lazyComponent(() => import('../bulk/bulk-bar.tsx'), 'BulkBar')

export interface ClientListProps extends ClientsPageProps {
  onAction: (action: RowAction, client: Client) => void
  table: RefObject<TableHandle | null>
}

/** Returns the number of clients that the list finds, if it is known before all of them are loaded. */
function useFound({ q, status, show, tag }: ClientsSearch, isComplete: boolean): number | undefined {
  const isFilter = show !== undefined || tag !== undefined
  const counts = useQuery(countsQuery)
  const found = useQuery({ ...foundQuery({ status, show, tag }), enabled: isFilter && !q && !isComplete })
  if (q) return undefined
  return isFilter ? found.data?.found : counts.data?.[status ?? 'total']
}

/** Shows the list of clients, and what can be done with those that are selected. */
export function ClientList({ search, onSearch, onAction, table }: ClientListProps) {
  const list = useInfiniteQuery(clientsQuery(search))
  useLoadFailureToast(list.error, 'Failed to load clients')
  const rows = useMemo(() => rowsOf(list.data), [list.data])
  const filter = filterParams(search)
  const isComplete = !list.hasNextPage
  const selection = useSelection(rows, JSON.stringify(filter))
  useDropLeavers(selection, list.data && !list.isPlaceholderData ? rows : undefined, { filter, isComplete })
  const work = useJob()
  const job = work.state?.job
  const { drop } = selection
  useEffect(() => drop(job ? movedBy(job) : []), [job, drop])
  const found = useFound(search, isComplete)
  const more = (): void => {
    if (!list.isFetchingNextPage) void list.fetchNextPage()
  }

  if (list.isPending)
    return (
      <div className="@container">
        <SkeletonRows rows={8} label="Loading clients" head="h-12.25" height="h-30 @min-[860px]:h-16" />
      </div>
    )
  if (!list.data) return <QueryError title="The list of clients is not available" query={list} />
  const total = isComplete ? rows.length : found
  return (
    <>
      {rows.length === 0 && isComplete ? (
        <NoClients isFiltered={Object.keys(filter).length > 0} onSearch={onSearch} />
      ) : (
        <>
          <Found search={search} total={total} loaded={list.isPlaceholderData ? undefined : rows.length} />
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
        </>
      )}
      <Bottom work={work} selection={selection} filter={filter} total={total} />
    </>
  )
}

type BottomProps = Pick<BulkBarProps, 'selection' | 'filter' | 'total'> & { work: ReturnType<typeof useJob> }

/**
 * Shows what can be done with selected clients, and what is done. It stays at the bottom of the window: above the list
 * it would move the rows, and be out of sight.
 */
function Bottom({ work, ...bar }: BottomProps) {
  const { state } = work
  return (
    <div className="sticky bottom-0 z-10">
      {state ? <JobPanel state={state} work={work} /> : null}
      {bar.selection.clients.length > 0 ? (
        <BulkBar {...bar} busy={state?.phase === 'running'} onStart={work.start} />
      ) : null}
    </div>
  )
}

/** Shows how many clients a search, a view or a tag finds. The badges above the list show the other numbers. */
function Found({
  search,
  total,
  loaded,
}: Pick<BottomProps, 'total'> & { search: ClientsSearch; loaded?: number | undefined }) {
  if (!search.q && !search.show && !search.tag) return null
  const known = total === undefined ? `More than ${formatCount(loaded ?? 0)} clients` : countOf(total, 'client')
  return (
    <p role="status" className="px-4 pt-3 text-base-content/70 text-sm tabular-nums">
      {loaded === undefined ? 'Searching...' : known}
    </p>
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
