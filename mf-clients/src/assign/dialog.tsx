import { todayIn } from '@portal/contract/dates'
import type { BuilderProgress, BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { RadioGroup } from '@portal/kit/ui/fields'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { useUser } from '@portal/sdk'
import { useState } from 'react'
import { AlreadyAssigned } from '../picker/already-assigned.tsx'
import { dueDateAfterChoice } from '../picker/default-due-date.ts'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import { WORKFORM_CHOICES } from '../picker/workform-option.tsx'
import { WorkformPicker } from '../picker/workform-picker.tsx'
import { type Instructions, NO_INSTRUCTIONS } from '../preferences/suggestion.ts'
import { NewWorkform } from './new-workform.tsx'
import { useAssign } from './use-assign.ts'

export interface AssignWorkformProps {
  client: { id: string; name: string }
  onClose: () => void
}

interface AssignDraft extends Instructions {
  selected: WorkformSummary | null
  built: BuiltWorkform | null
  /** yyyy-mm-dd. */
  dueDate: string
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
const EMPTY: AssignDraft = { selected: null, built: null, dueDate: '', ...NO_INSTRUCTIONS }

/** Holds the state of the dialog and submits it. */
function useAssignForm({ client, onClose }: AssignWorkformProps) {
  const draft = useDraft(`assign.${client.id}`, EMPTY)
  const today = todayIn(useUser().time_zone)
  const { selected, built, dueDate, notes, preferences, read, seen } = draft.value
  const given = { dueDate, notes, preferences, read, seen }
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
    if (!creating) return assign({ selected: selected ?? undefined, ...given })
    // Takes the workform from the preview, like the preview's own button.
    const done = built ?? progress.take?.() ?? undefined
    if (done && done !== built) {
      draft.set({ built: done })
      setDirty(false)
    }
    assign({ creating: { name: done?.name ?? progress.name, built: done }, ...given })
  }
  const choose = (next: WorkformSummary): void =>
    draft.set((now) => ({ selected: next, dueDate: dueDateAfterChoice(now.dueDate, now.selected, next, today) }))
  return { draft, choose, creating, setCreating, setProgress, dirty, setDirty, submit, busy, differing, finish }
}

function Buttons({ busy, disabled, onAssign }: { busy: boolean; disabled: boolean; onAssign: () => void }) {
  return (
    <>
      <CancelButton />
      <Button variant="primary" busy={busy} busyLabel="Assigning..." disabled={disabled} onClick={onAssign}>
        Assign Workform
      </Button>
    </>
  )
}

/** Shows the dialog 'Assign Workform to <client>', with an existing or a new workform. */
export function AssignWorkform(props: AssignWorkformProps) {
  const { client, onClose } = props
  const { draft, choose, creating, setCreating, setProgress, dirty, setDirty, submit, busy, differing, finish } =
    useAssignForm(props)
  const { selected, built, ...deadline } = draft.value
  return (
    <>
      <Dialog
        open
        size="lg"
        busy={busy}
        onClose={onClose}
        unsaved={dirty ? { ...draft, ...UNFINISHED_WORKFORM } : draft}
        title={`Assign Workform to ${client.name}`}
        footer={<Buttons busy={busy} disabled={!deadline.dueDate} onAssign={submit} />}
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
            <WorkformPicker
              label="Your workforms"
              choice="own"
              placeholder="Search forms..."
              required
              value={selected}
              onChange={choose}
              disabled={busy}
            />
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
          <DeadlineFields {...deadline} clientId={client.id} onChange={draft.set} />
        </div>
      </Dialog>
      {differing ? <AlreadyAssigned differing={differing} onDone={finish} /> : null}
    </>
  )
}
