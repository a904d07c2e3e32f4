import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { SearchBox } from '@portal/kit/ui/search-box'
import { Tabs } from '@portal/kit/ui/tabs'
import { RemoteSlot } from '@portal/sdk'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useLiveWorkforms } from '../queries/changes.ts'
import type { WorkformTab } from '../queries/workforms.ts'
import { DeleteWorkform } from './delete-workform.tsx'
import { WorkformList } from './list.tsx'
import type { RowAction } from './table.tsx'
import { TABS, type WorkformsSearch } from './search.ts'

// The builder makes up most of the code of this remote: load it on demand.
const NewWorkform = lazyDialog(() => import('../create/new-workform.tsx'), 'NewWorkform')
const PreviewWorkform = lazyDialog(() => import('./preview-workform.tsx'), 'PreviewWorkform')
const EditWorkform = lazyDialog(() => import('../edit/edit-workform.tsx'), 'EditWorkform')

export interface WorkformsPageProps {
  search: WorkformsSearch
  /** Changes the URL. `replace` adds no history entry, for changes while typing. */
  onSearch: (change: Partial<WorkformsSearch>, options?: { replace?: boolean }) => void
}

type OpenDialog =
  | { kind: 'new' | 'assign' }
  | { kind: Exclude<RowAction, 'delete'>; id: string }
  | { kind: 'delete'; workform: WorkformSummary }
  | undefined

/** Returns the dialog that the address opens. */
function dialogOf({ workform, action, create, assign }: WorkformsSearch): OpenDialog {
  if (workform) return { kind: action === 'assign' ? 'assign-one' : (action ?? 'preview'), id: workform }
  if (create) return { kind: 'new' }
  return assign ? { kind: 'assign' } : undefined
}

/** Returns the address of a dialog about a workform. */
const addressOf = (kind: Exclude<RowAction, 'delete'>, id: string): Partial<WorkformsSearch> => ({
  workform: id,
  action: kind === 'assign-one' ? 'assign' : kind === 'edit' ? 'edit' : undefined,
})

const NO_DIALOG = { workform: undefined, action: undefined, create: undefined, assign: undefined } as const

export function WorkformsPage({ search, onSearch }: WorkformsPageProps) {
  useLiveWorkforms()
  const [opened, setOpen] = useState<OpenDialog>()
  const open = dialogOf(search) ?? opened
  const close = (): void => {
    setOpen(undefined)
    if (dialogOf(search)) onSearch(NO_DIALOG, { replace: true })
  }
  const create = (): void => setOpen({ kind: 'new' })
  const act = (kind: RowAction, workform: WorkformSummary): void => {
    if (kind === 'delete') return setOpen({ kind, workform })
    setOpen({ kind, id: workform.id })
    onSearch(addressOf(kind, workform.id))
  }
  const replace = (kind: 'edit' | 'assign-one', id: string): void => {
    setOpen({ kind, id })
    onSearch(addressOf(kind, id), { replace: true })
  }
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
          <WorkformList search={search} onSearch={onSearch} onAction={act} onNew={create} />
        </div>
      </Tabs>
      {open?.kind === 'new' ? <NewWorkform onClose={close} /> : null}
      {open?.kind === 'preview' ? (
        <PreviewWorkform
          id={open.id}
          isArchived={search.tab === 'archived'}
          onClose={close}
          onEdit={() => replace('edit', open.id)}
          onAssign={() => replace('assign-one', open.id)}
        />
      ) : null}
      {open?.kind === 'edit' ? <EditWorkform key={open.id} id={open.id} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteWorkform workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'assign' ? (
        <RemoteSlot name="mf-clients/multi-assign" props={{ onClose: close }} fallback={null} />
      ) : null}
      {open?.kind === 'assign-one' ? (
        <RemoteSlot name="mf-clients/multi-assign" props={{ onClose: close, workformId: open.id }} fallback={null} />
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
        onPointerEnter={NewWorkform.load}
        onClick={onNew}
      >
        New Workform
      </Button>
    </>
  )
}
