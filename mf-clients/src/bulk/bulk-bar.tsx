import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { Button, IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { downloadFile, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Download, ListPlus, X } from 'lucide-react'
import { useState } from 'react'
import { type ClientFilter, selectionQuery } from '../queries/clients.ts'
import type { JobChange, JobPart } from './job.ts'
import { Remind } from './remind.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TagMenu } from './tag-menu.tsx'
import type { Selection } from './use-selection.ts'

const MultiAssign = lazyDialog(() => import('../multi-assign/dialog.tsx'), 'MultiAssign')

export interface BulkBarProps {
  selection: Selection
  /** What the list shows. */
  filter: ClientFilter
  /** Number of clients in the list, if known. */
  total: number | undefined
  /** Whether a change is running. */
  busy: boolean
  onStart: (part: JobPart) => void
}

/** Shows the number of selected clients, and what can be done with all of them. */
export function BulkBar({ selection, filter, total, busy, onStart }: BulkBarProps) {
  const { clients, replace } = selection
  const [isAssigning, setIsAssigning] = useState(false)
  const isArchive = filter.show === 'archived'
  const start = (change: JobChange): void => onStart({ change, clients })
  return (
    <section
      aria-label="Selected clients"
      className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 border-base-300 border-t', 'bg-base-200 px-4 py-2')}
    >
      <div className="flex items-center gap-1 max-sm:w-full">
        <IconButton label="Clear selection" icon={<X />} className="-ml-2" onClick={() => replace([])} />
        <p role="status" className="mr-2 font-medium text-sm tabular-nums">
          {formatCount(clients.length)} selected
        </p>
        <SelectResults selection={selection} filter={filter} total={total} />
      </div>
      {/* On a phone all buttons fit into rows of three, without their icons. */}
      <div
        className={cx(
          'flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3',
          'max-sm:[&>.btn]:px-1 max-sm:[&>.btn>svg]:hidden',
        )}
      >
        {isArchive ? (
          <Button size="sm" icon={<ArchiveRestore />} disabled={busy} onClick={() => start({ kind: 'restore' })}>
            Restore
          </Button>
        ) : (
          <>
            <Button size="sm" icon={<ListPlus />} onClick={() => setIsAssigning(true)}>
              Assign
            </Button>
            <Remind clients={clients} filter={filter} busy={busy} onConfirm={() => start({ kind: 'remind' })} />
          </>
        )}
        <StatusMenu busy={busy} onChoose={(status) => start({ kind: 'status', status })} />
        <TagMenu busy={busy} onChoose={start} />
        <Export ids={clients.map(({ id }) => id)} />
        {isArchive ? null : (
          <Button size="sm" icon={<Archive />} disabled={busy} onClick={() => start({ kind: 'archive' })}>
            Archive
          </Button>
        )}
      </div>
      {isAssigning ? <MultiAssign clients={clients} onClose={() => setIsAssigning(false)} /> : null}
    </section>
  )
}

function Export({ ids }: { ids: string[] }) {
  const save = useMutation({
    mutationFn: () =>
      downloadFile('/api/clients/export', `clients-${new Date().toISOString().slice(0, 10)}.csv`, { ids }),
    onSuccess: () => toastSuccess('Clients exported'),
    onError: (error) => toastProblem(error, 'Failed to export clients'),
  })
  return (
    <Button
      size="sm"
      icon={<Download />}
      busy={save.isPending}
      busyLabel="Exporting..."
      onClick={() => save.mutate()}
      aria-label="Export the selected clients"
    >
      Export
    </Button>
  )
}

/** Selects every client that the search and the filters find, including those that are not loaded. */
function SelectResults({ selection, filter, total }: Pick<BulkBarProps, 'selection' | 'filter' | 'total'>) {
  const all = useQuery({ ...selectionQuery(filter), enabled: false })
  if (total !== undefined && selection.clients.length >= Math.min(total, MAX_SELECTED_CLIENTS)) return null
  const select = async (): Promise<void> => {
    const { data, error } = await all.refetch()
    if (error || !data) return toastProblem(error, 'Failed to load clients')
    selection.replace(data.items)
    if (data.more) toastInfo(`The first ${formatCount(MAX_SELECTED_CLIENTS)} clients are selected`)
  }
  return (
    <Button size="sm" variant="link" busy={all.isFetching} busyLabel="Selecting..." onClick={() => void select()}>
      {total === undefined ? 'Select all results' : `Select all ${formatCount(total)} results`}
    </Button>
  )
}
