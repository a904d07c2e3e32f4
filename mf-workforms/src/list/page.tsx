import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { SearchBox } from '@portal/kit/ui/search-box'
import { Tabs } from '@portal/kit/ui/tabs'
import { RemoteSlot } from '@portal/sdk'
import { Plus, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLiveWorkforms } from '../queries/changes.ts'
import type { WorkformTab } from '../queries/workforms.ts'
import { DeleteWorkform } from './delete-workform.tsx'
import { WorkformList } from './list.tsx'
import { TABS, type WorkformsSearch } from './search.ts'

// The builder makes up most of the code of this remote: load it on demand.
const loadNew = () => import('../create/new-workform.tsx')
const NewWorkform = lazy(() => loadNew().then((m) => ({ default: m.NewWorkform })))
const EditWorkform = lazy(() => import('../edit/edit-workform.tsx').then((m) => ({ default: m.EditWorkform })))

export interface WorkformsPageProps {
  search: WorkformsSearch
  /** Changes the URL. `replace` adds no history entry, for changes while typing. */
  onSearch: (change: Partial<WorkformsSearch>, options?: { replace?: boolean }) => void
}

type OpenDialog = { kind: 'new' | 'assign' } | { kind: 'edit' | 'delete'; workform: WorkformSummary } | undefined

/** Shows the page /workforms. */
export function WorkformsPage({ search, onSearch }: WorkformsPageProps) {
  useLiveWorkforms()
  const [open, setOpen] = useState<OpenDialog>()
  const close = (): void => setOpen(undefined)
  const create = (): void => setOpen({ kind: 'new' })
  return (
    <Page>
      <PageHeader actions={<PageActions onAssign={() => setOpen({ kind: 'assign' })} onNew={create} />} />
      <SearchBox
        placeholder="Search forms..."
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined }, { replace: true })}
        className="sm:max-w-xs"
      />
      <Tabs<WorkformTab>
        label="Kinds of workforms"
        tabs={TABS}
        value={search.tab ?? 'all'}
        onChange={(tab) => onSearch({ tab: tab === 'all' ? undefined : tab })}
      >
        <div className="pt-4">
          <WorkformList
            search={search}
            onSearch={onSearch}
            onEdit={(workform) => setOpen({ kind: 'edit', workform })}
            onDelete={(workform) => setOpen({ kind: 'delete', workform })}
            onNew={create}
          />
        </div>
      </Tabs>
      <Suspense fallback={null}>
        {open?.kind === 'new' ? <NewWorkform onClose={close} /> : null}
        {open?.kind === 'edit' ? <EditWorkform key={open.workform.id} id={open.workform.id} onClose={close} /> : null}
      </Suspense>
      {open?.kind === 'delete' ? <DeleteWorkform workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'assign' ? (
        <RemoteSlot name="mf-clients/multi-assign" props={{ onClose: close }} fallback={null} />
      ) : null}
    </Page>
  )
}

function PageActions({ onAssign, onNew }: { onAssign: () => void; onNew: () => void }) {
  return (
    <>
      <Button icon={<Send />} className="max-sm:flex-1 max-sm:px-2" onClick={onAssign}>
        Assign Workform
      </Button>
      <Button
        variant="primary"
        className="max-sm:flex-1 max-sm:px-2"
        icon={<Plus />}
        onPointerEnter={() => void loadNew()}
        onClick={onNew}
      >
        New Workform
      </Button>
    </>
  )
}
