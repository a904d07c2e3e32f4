import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { TextArea } from '@portal/kit/ui/fields'
import { QueryError } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AlreadyAssigned } from '../picker/already-assigned.tsx'
import { WorkformList } from '../picker/workform-list.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery } from '../queries/workforms.ts'
import { ClientPicker } from './client-picker.tsx'
import { Deadlines } from './deadlines.tsx'
import { useMultiAssign } from './use-multi-assign.ts'

/** Shows the dialog 'Assign Workform to Multiple Clients', with a preselected workform if one is given. */
export function MultiAssign({ onClose, workformId = '' }: { onClose: () => void; workformId?: string | undefined }) {
  const work = useMultiAssign(workformId, onClose)
  const { draft, busy, toggle } = work
  const { chosen } = draft.value
  const ids = useMemo(() => new Set(chosen.map((c) => c.client.id)), [chosen])
  return (
    <>
      <Dialog
        open
        size="xl"
        busy={busy}
        onClose={onClose}
        unsaved={draft}
        title="Assign Workform to Multiple Clients"
        description="Choose a workform, the clients, and a due date for each."
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
          <Templates {...draft.field('workformId')} disabled={busy} />
          <ClientPicker chosen={ids} onToggle={toggle} disabled={busy} />
          <Deadlines
            chosen={chosen}
            commonDate={draft.value.common}
            marked={work.marked}
            disabled={busy}
            onCommonDate={work.setCommonDate}
            onChange={work.setDueDate}
            onRemove={(client) => toggle([client], false)}
          />
          <TextArea
            label="Notes"
            help="Instructions for all selected clients. Reminders take them into account."
            maxLength={4000}
            {...draft.field('notes')}
          />
        </div>
      </Dialog>
      {work.differing ? <AlreadyAssigned differing={work.differing} onDone={work.settle} /> : null}
    </>
  )
}

interface TemplatesProps {
  value: string
  onChange: (id: string) => void
  disabled: boolean
}

/** Shows the templates. All of them are loaded, so the search runs locally. */
function Templates({ value, onChange, disabled }: TemplatesProps) {
  useLiveWorkforms()
  const [search, setSearch] = useState('')
  const templates = useQuery(templatesQuery)
  const { data, error } = templates
  useLoadFailureToast(error, 'Failed to load workforms')
  if (!data && error) return <QueryError title="The templates are not available" query={templates} className="py-6" />
  const query = search.trim().toLowerCase()
  return (
    <WorkformList
      label="Workform"
      searchLabel="Search workform templates..."
      search={search}
      onSearch={setSearch}
      options={data?.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(query))}
      value={value || undefined}
      onChange={(workform) => onChange(workform.id)}
      disabled={disabled}
      empty={search ? 'No templates found matching your search.' : 'There are no templates yet.'}
    />
  )
}
