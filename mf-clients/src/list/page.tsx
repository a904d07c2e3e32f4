import type { Client } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { LoadMore } from '@portal/kit/ui/pagination'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { useAfterPaint } from '@portal/kit/ui/use-after-paint'
import { EmptyState, QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { lazy, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { ClientDialog } from '../detail/dialog.tsx'
import { EditClient } from '../edit/dialog.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import { clientsQuery, countsQuery, DEFAULT_SORT, rowsOf } from '../queries/clients.ts'
import { useLiveClients } from '../queries/live.ts'
import { PageActions } from './actions.tsx'
import { DeleteClient } from './delete-client.tsx'
import type { RowAction } from './row.tsx'
import type { ClientsSearch } from './search.ts'
import { ClientsTable, type TableHandle } from './table.tsx'
import { CountBadges, FilterBar } from './toolbar.tsx'

const loadCreation = () => import('../create/flow.tsx')
const CreationFlow = lazy(() => loadCreation().then((m) => ({ default: m.CreationFlow })))
const ImportClients = lazy(() => import('../import/dialog.tsx').then((m) => ({ default: m.ImportClients })))

export interface ClientsPageProps {
  search: ClientsSearch
  /** Changes the URL. `replace` adds no history entry, as while typing. */
  onSearch: (change: Partial<ClientsSearch>, options?: { replace?: boolean }) => void
}

type OpenDialog = { kind: 'import' } | { kind: RowAction; client: Client } | undefined

/** Shows the page /clients. */
export function ClientsPage({ search, onSearch }: ClientsPageProps) {
  useLiveClients()
  const [open, setOpen] = useState<OpenDialog>()
  const shown = useAfterPaint(search.client)
  const close = (): void => setOpen(undefined)
  const table = useRef<TableHandle>(null)
  const act = useCallback(
    (kind: RowAction, client: Client) => {
      setOpen({ kind, client })
      if (kind === 'open') onSearch({ client: client.id })
    },
    [onSearch],
  )
  return (
    <Page>
      <PageHeader
        actions={
          <PageActions
            search={search}
            onAdd={() => onSearch({ create: true })}
            onImport={() => setOpen({ kind: 'import' })}
            loadCreation={loadCreation}
          />
        }
      />
      <CountBadges />
      <FilterBar search={search} onSearch={onSearch} onEnterList={() => table.current?.enter()} />
      <Card padded={false} className="overflow-hidden">
        <ClientList search={search} onSearch={onSearch} onAction={act} table={table} />
      </Card>
      <Suspense fallback={null}>
        {search.create ? <CreationFlow onClose={() => onSearch({ create: undefined }, { replace: true })} /> : null}
        {open?.kind === 'import' ? <ImportClients onClose={close} /> : null}
      </Suspense>
      {open?.kind === 'edit' ? <EditClient client={open.client} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteClient client={open.client} onClose={close} /> : null}
      {shown ? (
        <ClientDialog
          key={shown}
          id={shown}
          name={open?.kind === 'open' && open.client.id === shown ? open.client.name : undefined}
          onClose={() => onSearch({ client: undefined }, { replace: true })}
        />
      ) : null}
    </Page>
  )
}

interface ClientListProps extends ClientsPageProps {
  onAction: (action: RowAction, client: Client) => void
  table: RefObject<TableHandle | null>
}

function ClientList({ search, onSearch, onAction, table }: ClientListProps) {
  const list = useInfiniteQuery(clientsQuery(search))
  const counts = useQuery(countsQuery)
  useLoadFailureToast(list.error, 'Failed to load clients')
  const rows = useMemo(() => rowsOf(list.data), [list.data])
  const filtered = Boolean(search.q || search.status)
  const more = (): void => {
    if (!list.isFetchingNextPage) void list.fetchNextPage()
  }
  if (list.isPending) return <SkeletonRows rows={8} label="Loading clients" />
  if (!list.data) return <QueryError title="The list of clients is not available" query={list} />
  if (rows.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        icon={<Users />}
        title="No clients found matching your criteria"
        description={filtered ? undefined : 'Add your first client to start their onboarding.'}
        action={
          filtered ? (
            <Button size="sm" onClick={() => onSearch({ q: undefined, status: undefined })}>
              Clear filters
            </Button>
          ) : undefined
        }
      />
    )
  return (
    <>
      <ClientsTable
        ref={table}
        rows={rows}
        total={filtered ? undefined : counts.data?.total}
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
  )
}
