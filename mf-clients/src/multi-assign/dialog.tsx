import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { TextArea } from '@portal/kit/ui/fields'
import { ErrorState } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AlreadyAssigned } from '../picker/already-assigned.tsx'
import { WorkformList } from '../picker/workform-list.tsx'
import { useFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery } from '../queries/workforms.ts'
import { ClientPicker } from './client-picker.tsx'
import { Deadlines } from './deadlines.tsx'
import { useMultiAssign } from './use-multi-assign.ts'

export interface MultiAssignProps {
  onClose: () => void
  /** Id of the workform that is chosen at first. */
  workformId?: string | undefined
}

/** The dialog 'Assign Workform to Multiple Clients'. */
export function MultiAssign({ onClose, workformId }: MultiAssignProps) {
  const work = useMultiAssign(workformId, onClose)
  const { chosen, busy } = work
  const ids = useMemo(() => new Set(chosen.map((c) => c.client.id)), [chosen])
  return (
    <>
      <Dialog
        open
        size="xl"
        busy={busy}
        onClose={onClose}
        unsaved={work.draft}
        title="Assign Workform to Multiple Clients"
        description="Choose a workform and the clients who get it, each with a due date."
        footer={
          <>
            <CancelButton />
            <Button variant="primary" busy={busy} busyLabel="Assigning..." onClick={work.submit}>
              {`Assign to ${chosen.length} Client(s)`}
            </Button>
          </>
        }
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <Templates value={work.workformId} onChange={work.setWorkformId} disabled={busy} />
          <ClientPicker chosen={ids} onToggle={work.toggle} disabled={busy} />
          <Deadlines
            chosen={chosen}
            common={work.common}
            marked={work.marked}
            disabled={busy}
            onCommon={work.setCommon}
            onChange={work.setDueDate}
            onRemove={(id) =>
              work.toggle(
                chosen.flatMap((c) => (c.client.id === id ? [c.client] : [])),
                false,
              )
            }
          />
          <TextArea
            label="Notes"
            help="Instructions for all of them. Reminders follow them."
            maxLength={4000}
            value={work.notes}
            onChange={work.setNotes}
          />
        </div>
      </Dialog>
      {work.kept ? <AlreadyAssigned kept={work.kept} onDone={work.settle} /> : null}
    </>
  )
}

interface TemplatesProps {
  value: string | undefined
  onChange: (id: string) => void
  disabled: boolean
}

/** The templates, searched as one types: all of them are here. */
function Templates({ value, onChange, disabled }: TemplatesProps) {
  useLiveWorkforms()
  const [search, setSearch] = useState('')
  const { data, error, isPending, isFetching, refetch } = useQuery(templatesQuery)
  useFailureToast(error, 'Failed to load workforms')
  if (!data && !isPending) {
    return (
      <ErrorState
        title="The templates are not available"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      />
    )
  }
  const wanted = search.trim().toLowerCase()
  const found = data?.filter(
    (t) => t.name.toLowerCase().includes(wanted) || t.description?.toLowerCase().includes(wanted),
  )
  return (
    <WorkformList
      label="Workform"
      searchLabel="Search workform templates..."
      search={search}
      onSearch={setSearch}
      options={found}
      value={value}
      onChange={(workform) => onChange(workform.id)}
      disabled={disabled}
      empty={search ? 'No templates found matching your search.' : 'There are no templates yet.'}
    />
  )
}
