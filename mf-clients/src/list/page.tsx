import type { Client } from '@portal/contract/clients'
import { Card } from '@portal/kit/ui/card'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { useAfterPaint } from '@portal/kit/ui/use-after-paint'
import { useCallback, useRef, useState } from 'react'
import { useArchiveClient } from '../queries/archive.ts'
import { useLiveClients } from '../queries/live.ts'
import { PageActions } from './actions.tsx'
import { ClientList } from './client-list.tsx'
import { DeleteClient } from './delete-client.tsx'
import type { RowAction } from './row.tsx'
import type { ClientsSearch } from './search.ts'
import type { TableHandle } from './table.tsx'
import { CountBadges, FilterBar } from './toolbar.tsx'

const CreationFlow = lazyDialog(() => import('../create/flow.tsx'), 'CreationFlow')
const ClientDialog = lazyDialog(() => import('../detail/dialog.tsx'), 'ClientDialog')
const EditClient = lazyDialog(() => import('../edit/dialog.tsx'), 'EditClient')
const ImportClients = lazyDialog(() => import('../import/dialog.tsx'), 'ImportClients')

export interface ClientsPageProps {
  search: ClientsSearch
  /** Changes the URL. `replace` adds no history entry, as while typing. */
  onSearch: (change: Partial<ClientsSearch>, options?: { replace?: boolean }) => void
}

type OpenDialog = { kind: 'import' } | { kind: RowAction; client: Client } | undefined

export function ClientsPage({ search, onSearch }: ClientsPageProps) {
  useLiveClients()
  const [open, setOpen] = useState<OpenDialog>()
  const shown = useAfterPaint(search.client)
  const close = (): void => {
    setOpen(undefined)
    if (search.import) onSearch({ import: undefined }, { replace: true })
  }
  const table = useRef<TableHandle>(null)
  const { mutate: archive } = useArchiveClient()
  const act = useCallback(
    (kind: RowAction, client: Client) => {
      if (kind === 'restore') return archive({ id: client.id, name: client.name, archived: false })
      setOpen({ kind, client })
      if (kind === 'open') onSearch({ client: client.id })
    },
    [archive, onSearch],
  )
  return (
    <Page>
      <PageHeader
        actions={
          <PageActions
            search={search}
            onAdd={() => onSearch({ create: true })}
            onImport={() => setOpen({ kind: 'import' })}
            loadCreation={CreationFlow.load}
          />
        }
      />
      <CountBadges search={search} onSearch={onSearch} />
      <FilterBar search={search} onSearch={onSearch} onEnterList={() => table.current?.enter()} />
      <Card padded={false} className="overflow-clip">
        <div onPointerEnter={ClientDialog.load} onFocus={ClientDialog.load}>
          <ClientList search={search} onSearch={onSearch} onAction={act} table={table} />
        </div>
      </Card>
      {search.create ? <CreationFlow onClose={() => onSearch({ create: undefined }, { replace: true })} /> : null}
      {search.import || open?.kind === 'import' ? <ImportClients onClose={close} /> : null}
      {open?.kind === 'edit' ? <EditClient client={open.client} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteClient client={open.client} onClose={close} /> : null}
      {shown ? (
        <ClientDialog
          key={shown}
          id={shown}
          name={open?.kind === 'open' && open.client.id === shown ? open.client.name : undefined}
          tab={search.tab}
          onTab={(tab) => onSearch({ tab }, { replace: true })}
          action={search.action}
          onActionEnd={() => onSearch({ action: undefined }, { replace: true })}
          onClose={() => onSearch({ client: undefined, tab: undefined, action: undefined }, { replace: true })}
        />
      ) : null}
    </Page>
  )
}
