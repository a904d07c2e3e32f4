import type { BuilderProgress, BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { RadioGroup } from '@portal/kit/ui/fields'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { useState } from 'react'
import { AlreadyAssigned } from '../picker/already-assigned.tsx'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import { WORKFORM_CHOICES } from '../picker/workform-option.tsx'
import { NewWorkform } from './new-workform.tsx'
import { OwnWorkforms } from './own-workforms.tsx'
import { useAssign } from './use-assign.ts'

export interface AssignWorkformProps {
  client: { id: string; name: string }
  onClose: () => void
}

interface AssignDraft {
  selected: WorkformSummary | null
  built: BuiltWorkform | null
  /** yyyy-mm-dd. */
  dueDate: string
  notes: string
}
const UNFINISHED_WORKFORM = {
  changed: true,
  question: {
    title: 'Discard this assignment?',
    message:
      'Nothing has been assigned yet. ' +
      'Your unfinished workform is kept and will be restored when you create the next one.',
  },
}
const EMPTY: AssignDraft = { selected: null, built: null, dueDate: '', notes: '' }

/** Holds the state of the dialog and submits it. */
function useAssignForm({ client, onClose }: AssignWorkformProps) {
  const draft = useDraft(`assign.${client.id}`, EMPTY)
  const { selected, built, dueDate, notes } = draft.value
  const [creating, setCreating] = useState(built !== null)
  const [progress, setProgress] = useState<BuilderProgress>({ name: '', take: null })
  // The builder itself keeps unfinished workforms.
  const [dirty, setDirty] = useState(false)
  const finish = (): void => {
    draft.discard()
    onClose()
  }
  const { assign, busy, differing } = useAssign(client, finish)
  const submit = (): void => {
    if (!creating) return assign({ selected: selected ?? undefined, dueDate, notes })
    // Takes the workform from the preview, like the preview's own button.
    const done = built ?? progress.take?.() ?? undefined
    if (done && done !== built) {
      draft.set({ built: done })
      setDirty(false)
    }
    assign({ creating: { name: done?.name ?? progress.name, built: done }, dueDate, notes })
  }
  return { draft, creating, setCreating, setProgress, dirty, setDirty, submit, busy, differing, finish }
}

/** Shows the dialog 'Assign Workform to <client>', with an existing or a new workform. */
export function AssignWorkform(props: AssignWorkformProps) {
  const { client, onClose } = props
  const { draft, creating, setCreating, setProgress, dirty, setDirty, submit, busy, differing, finish } =
    useAssignForm(props)
  const { selected, built, dueDate, notes } = draft.value
  const footer = (
    <>
      <CancelButton />
      <Button variant="primary" busy={busy} busyLabel="Assigning..." disabled={!dueDate} onClick={submit}>
        Assign Workform
      </Button>
    </>
  )
  return (
    <>
      <Dialog
        open
        size="lg"
        busy={busy}
        onClose={onClose}
        unsaved={dirty ? { ...draft, ...UNFINISHED_WORKFORM } : draft}
        title={`Assign Workform to ${client.name}`}
        footer={footer}
      >
        <div className="grid gap-5">
          <RadioGroup
            label="Workform"
            hideLabel
            inline
            value={creating ? 'new' : 'existing'}
            options={WORKFORM_CHOICES}
            disabled={busy}
            onChange={(choice) => setCreating(choice === 'new')}
          />
          {creating ? null : (
            <OwnWorkforms value={selected?.id} onChange={(next) => draft.set({ selected: next })} disabled={busy} />
          )}
          {/* A half-built workform stays mounted while the existing ones are shown. */}
          {creating || dirty || built ? (
            <div hidden={!creating}>
              <NewWorkform
                built={built ?? undefined}
                onBuilt={(next) => draft.set({ built: next ?? null })}
                onDirty={setDirty}
                onProgress={setProgress}
              />
            </div>
          ) : null}
          <DeadlineFields dueDate={dueDate} notes={notes} onChange={draft.set} />
        </div>
      </Dialog>
      {differing ? <AlreadyAssigned differing={differing} onDone={finish} /> : null}
    </>
  )
}
