import type { Client } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { LoadMore } from '@portal/kit/ui/pagination'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { lazy, memo, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ClientDialog } from '../detail/dialog.tsx'
import { EditClient } from '../edit/dialog.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import {
  type ClientFilter,
  type ClientSort,
  clientsQuery,
  countsQuery,
  DEFAULT_SORT,
  rowsOf,
} from '../queries/clients.ts'
import { useLiveClients } from '../queries/live.ts'
import { PageActions } from './actions.tsx'
import { DeleteClient } from './delete-client.tsx'
import type { ClientsSearch } from './search.ts'
import { ClientsTable, type TableHandle } from './table.tsx'
import { CountBadges, FilterBar } from './toolbar.tsx'

const loadCreation = () => import(/* webpackChunkName: "create" */ '../create/flow.tsx')
const ImportClients = lazy(async () => ({
  default: (await import(/* webpackChunkName: "import" */ '../import/dialog.tsx')).ImportClients,
}))
const CreationFlow = lazy(async () => ({ default: (await loadCreation()).CreationFlow }))

export interface ClientsPageProps {
  search: ClientsSearch
  /** Changes the URL. `replace` adds no history entry, as while typing. */
  onSearch: (change: Partial<ClientsSearch>, options?: { replace?: boolean }) => void
}

const noop = (): void => {}

type OpenDialog = { kind: 'import' } | { kind: 'edit' | 'delete'; client: Client } | undefined

/** Shows the page /clients. Opening or closing a dialog does not render the list again. */
export function ClientsPage({ search, onSearch }: ClientsPageProps) {
  useLiveClients()
  const [open, setOpen] = useState<OpenDialog>()
  const close = useCallback(() => setOpen(undefined), [])
  const showClient = useCallback((client: Client) => onSearch({ client: client.id }), [onSearch])
  const closeClient = useCallback(() => onSearch({ client: undefined }, { replace: true }), [onSearch])
  const { q, status, sort } = search
  const filter = useMemo(() => ({ q, status, sort }), [q, status, sort])
  return (
    <Page>
      <PageContent filter={filter} onSearch={onSearch} onShow={showClient} onOpen={setOpen} />
      {search.create ? (
        <Suspense fallback={null}>
          <CreationFlow onClose={() => onSearch({ create: undefined }, { replace: true })} />
        </Suspense>
      ) : null}
      {open?.kind === 'import' ? (
        <Suspense fallback={null}>
          <ImportClients onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === 'edit' ? <EditClient client={open.client} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteClient client={open.client} onClose={close} /> : null}
      {search.client ? <ClientDialog key={search.client} id={search.client} onClose={closeClient} /> : null}
    </Page>
  )
}

interface PageContentProps extends Pick<ClientsPageProps, 'onSearch'> {
  filter: ClientFilter
  onShow: (client: Client) => void
  onOpen: (open: OpenDialog) => void
}

/** Returns stable callbacks for the page header and the filter bar. */
function useListActions(
  { filter, onSearch, onOpen }: Omit<PageContentProps, 'onShow'>,
  table: RefObject<TableHandle | null>,
) {
  const latest = useRef(filter)
  useEffect(() => {
    latest.current = filter
  })
  return useMemo(
    () => ({
      header: {
        currentSearch: () => latest.current,
        onAdd: () => onSearch({ create: true }),
        onImport: () => onOpen({ kind: 'import' }),
      },
      bar: {
        onSearch: (q: string) => onSearch({ q: q || undefined }, { replace: true }),
        onStatus: (status: ClientFilter['status']) => onSearch({ status }),
        onEnterList: () => table.current?.enter(),
      },
    }),
    [onSearch, onOpen, table],
  )
}

/** Shows header, counts, filters and list. */
const PageContent = memo(function PageContent(props: PageContentProps) {
  const table = useRef<TableHandle>(null)
  const { header, bar } = useListActions(props, table)
  const { q = '', status } = props.filter
  return (
    <>
      <PageHeader actions={<PageActions {...header} loadCreation={loadCreation} />} />
      <CountBadges />
      <FilterBar q={q} status={status} {...bar} />
      {/* Isolated, so that changes around the list do not repaint it. */}
      <Card padded={false} className="isolate overflow-hidden">
        <ClientList {...props} table={table} />
      </Card>
    </>
  )
})

/** Loads the list. `more` loads the next page unless that is already under way. */
function useClientList(filter: ClientFilter) {
  const list = useInfiniteQuery(clientsQuery(filter))
  const { data, error, isFetchingNextPage, fetchNextPage } = list
  useLoadFailureToast(error, 'Failed to load clients')
  const rows = useMemo(() => rowsOf(data), [data])
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  return { ...list, rows, more }
}

interface ClientListProps extends PageContentProps {
  table: RefObject<TableHandle | null>
}

function ClientList({ filter, onSearch, onShow, onOpen, table }: ClientListProps) {
  const list = useClientList(filter)
  const counts = useQuery(countsQuery)
  const filtered = Boolean(filter.q || filter.status)
  const changeSort = useCallback(
    (sort: ClientSort) => onSearch({ sort: sort === DEFAULT_SORT ? undefined : sort }),
    [onSearch],
  )
  const edit = useCallback((client: Client) => onOpen({ kind: 'edit', client }), [onOpen])
  const remove = useCallback((client: Client) => onOpen({ kind: 'delete', client }), [onOpen])
  if (list.isPending) return <SkeletonRows rows={8} label="Loading clients" />
  if (!list.data) {
    return (
      <ErrorState
        title="The list of clients is not available"
        error={list.error}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    )
  }
  if (list.rows.length === 0 && !list.hasNextPage) {
    return <NoClients filtered={filtered} onClear={() => onSearch({ q: undefined, status: undefined })} />
  }
  return (
    <>
      <ClientsTable
        ref={table}
        rows={list.rows}
        total={filtered ? undefined : counts.data?.total}
        sort={filter.sort ?? DEFAULT_SORT}
        onSort={changeSort}
        stale={list.isPlaceholderData}
        hasMore={list.hasNextPage}
        // After a failure only the button below retries; the list would retry endlessly.
        onMore={list.isFetchNextPageError ? noop : list.more}
        onOpen={onShow}
        onEdit={edit}
        onDelete={remove}
      />
      <LoadMore hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={list.more} />
    </>
  )
}

function NoClients({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<Users />}
      title="No clients found matching your criteria"
      description={filtered ? undefined : 'Add your first client to start their onboarding.'}
      action={
        filtered ? (
          <Button size="sm" onClick={onClear}>
            Clear filters
          </Button>
        ) : undefined
      }
    />
  )
}
