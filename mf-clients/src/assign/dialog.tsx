import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/button'
import { ConfirmDialog, Dialog } from '@portal/kit/dialog'
import { RadioGroup } from '@portal/kit/fields'
import { useState } from 'react'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import type { BuiltWorkform } from '../queries/create-workform.ts'
import { NewWorkform } from './new-workform.tsx'
import { OwnWorkforms } from './own-workforms.tsx'
import { useAssign } from './use-assign.ts'

const CHOICES = [
  { value: 'existing', label: 'Select existing workform' },
  { value: 'new', label: 'Create new workform' },
] as const

export interface AssignWorkformProps {
  client: { id: string; name: string }
  onClose: () => void
}

/** What the dialog holds. */
interface Held {
  creating: boolean
  selected: WorkformSummary | undefined
  built: BuiltWorkform | undefined
  /** The builder holds work that has not reached its end. */
  dirty: boolean
  dueDate: string
  notes: string
}
const NOTHING: Held = { creating: false, selected: undefined, built: undefined, dirty: false, dueDate: '', notes: '' }

/** The dialog 'Assign Workform to <client>': one of the bookkeeper's own workforms, or a new one. */
export function AssignWorkform({ client, onClose }: AssignWorkformProps) {
  const [held, setHeld] = useState(NOTHING)
  const [asking, setAsking] = useState(false)
  const set = (change: Partial<Held>): void => setHeld((now) => ({ ...now, ...change }))
  const { assign, busy } = useAssign(client, onClose)
  const { creating, selected, built, dirty, dueDate, notes } = held
  const close = (): void => (built || dirty ? setAsking(true) : onClose())
  const submit = (): void =>
    assign(
      creating
        ? { selected: undefined, built, unfinished: dirty, dueDate, notes }
        : { selected, built: undefined, unfinished: false, dueDate, notes },
    )
  const footer = (
    <>
      <Button onClick={close} disabled={busy}>
        Cancel
      </Button>
      <Button variant="primary" busy={busy} busyLabel="Assigning..." disabled={!dueDate} onClick={submit}>
        Assign Workform
      </Button>
    </>
  )
  return (
    <>
      <Dialog open size="lg" busy={busy} onClose={close} title={`Assign Workform to ${client.name}`} footer={footer}>
        <div className="grid gap-5">
          <RadioGroup
            label="Workform"
            hideLabel
            inline
            value={creating ? 'new' : 'existing'}
            options={CHOICES}
            disabled={busy}
            onChange={(choice) => set({ creating: choice === 'new' })}
          />
          {creating ? null : <OwnWorkforms value={selected?.id} onChange={(next) => set({ selected: next })} disabled={busy} />}
          {/* What is half built stays while one looks at the existing ones. */}
          {creating || dirty || built ? (
            <div hidden={!creating}>
              <NewWorkform built={built} onBuilt={(next) => set({ built: next })} onDirty={(now) => set({ dirty: now })} />
            </div>
          ) : null}
          <DeadlineFields dueDate={dueDate} notes={notes} onChange={set} />
        </div>
      </Dialog>
      {asking ? <AskToDiscard onKeep={() => setAsking(false)} onDiscard={onClose} /> : null}
    </>
  )
}

function AskToDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onKeep}
      onConfirm={onDiscard}
      title="Discard the new workform?"
      message="The new workform has not been assigned yet. What you have built will be lost."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
    />
  )
}
