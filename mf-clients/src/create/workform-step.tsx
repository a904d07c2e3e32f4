import { MAX_FIRST_WORKFORMS } from '@portal/contract/limits'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { RadioGroup } from '@portal/kit/ui/fields'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { PencilRuler, Plus, X } from 'lucide-react'
import { PreviewButton, WORKFORM_CHOICES } from '../picker/workform-option.tsx'
import { WorkformBuilder } from '../picker/workform-builder.tsx'
import { WorkformPicker } from '../picker/workform-picker.tsx'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { workformQuery } from '../queries/workforms.ts'
import { rowsOf } from './state.ts'
import type { CreationFlowState } from './use-creation.ts'

/** Shows step 2: the choice of a workform. */
export function WorkformStep({ creation }: { creation: CreationFlowState }) {
  const { state, set, setWork, submitted } = creation
  const { isCreatingNew } = state
  const { submit, busy } = useSubmit('Workform', 'Failed to create workform', submitted)
  return (
    <div className="grid gap-5">
      <RadioGroup
        label="Workform"
        hideLabel
        inline
        value={isCreatingNew ? 'new' : 'existing'}
        options={WORKFORM_CHOICES}
        disabled={state.customizing !== null}
        onChange={(choice) => set({ isCreatingNew: choice === 'new' })}
      />
      {/* A half-built workform stays mounted while the templates are shown. */}
      {isCreatingNew || state.dirty ? (
        <div hidden={!isCreatingNew}>
          <WorkformBuilder
            allowReupload={false}
            submitLabel="Submit Workform"
            offerTemplate
            busy={busy}
            onSubmit={submit}
            onDirty={(dirty) => setWork({ dirty })}
          />
        </div>
      ) : null}
      {isCreatingNew ? null : <ExistingForms creation={creation} />}
    </div>
  )
}

/** Creates the workform that the builder submits, and shows the result as a toast. */
function useSubmit(successLabel: string, errorTitle: string, onSubmitted: (workform: WorkformSummary) => void) {
  const create = useCreateWorkform()
  const submit = (built: BuiltWorkform): void => {
    if (create.isPending) return
    create.mutate(built, {
      onSuccess: (workform) => {
        const suffix = workform.is_template ? ' and saved as template' : ''
        toastSuccess(`${successLabel} "${workform.name}" created successfully${suffix}`)
        onSubmitted(workform)
      },
      onError: (error) => toastProblem(error, errorTitle),
    })
  }
  return { submit, busy: create.isPending }
}

/** Shows the chosen workforms, each in a dropdown, and offers to add another. */
function ExistingForms({ creation }: { creation: CreationFlowState }) {
  const { state, addRow } = creation
  const rows = rowsOf(state)
  const canAdd = state.customizing === null && rows.length < MAX_FIRST_WORKFORMS
  return (
    <div className="grid gap-4">
      {rows.map((_, row) => (
        // oxlint-disable-next-line no-array-index-key -- a row has no identity until a workform is chosen
        <ExistingForm key={row} creation={creation} row={row} />
      ))}
      {canAdd && rows.every(({ workform }) => workform) ? (
        <div>
          <Button size="sm" variant="quiet" icon={<Plus />} onClick={addRow}>
            Add another workform
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function ExistingForm({ creation, row }: { creation: CreationFlowState; row: number }) {
  const { state, choose, removeRow, setWork, submitted } = creation
  const { customizing } = state
  const workform = rowsOf(state)[row]?.workform ?? null
  const actions = (
    <>
      {workform ? (
        <>
          <Button size="sm" icon={<PencilRuler />} onClick={() => setWork({ customizing: row })}>
            Customize Form
          </Button>
          <PreviewButton workformId={workform.id} />
        </>
      ) : null}
      {state.more.length > 0 ? (
        <Button size="sm" variant="quiet" icon={<X />} onClick={() => removeRow(row)}>
          Remove
        </Button>
      ) : null}
    </>
  )
  return (
    <div className="grid gap-3">
      <WorkformPicker
        label={row === 0 ? 'Workform template' : `Workform template ${row + 1}`}
        choice="templates"
        placeholder="Choose a workform"
        required={row === 0}
        value={workform}
        disabled={customizing !== null}
        onChange={(next) => choose(row, next)}
        actions={customizing === null ? actions : null}
      />
      {workform && customizing === row ? (
        <CustomizeForm template={workform} onSubmitted={submitted} onCancel={() => setWork({ customizing: null })} />
      ) : null}
    </div>
  )
}

interface CustomizeFormProps {
  template: WorkformSummary
  onSubmitted: (workform: WorkformSummary) => void
  onCancel: () => void
}

/** Shows the builder with a copy of a template. The template does not change. */
function CustomizeForm({ template, onSubmitted, onCancel }: CustomizeFormProps) {
  const workform = useQuery(workformQuery(template.id))
  const { submit, busy } = useSubmit('Customized workform', 'Failed to create customized workform', onSubmitted)
  useLoadFailureToast(workform.error, 'Failed to load workforms')
  if (workform.isPending) return <Skeleton className="h-40 w-full" />
  if (!workform.data)
    return (
      <div>
        <QueryError title="This template cannot be opened" query={workform} className="py-6" />
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  const { name, description, fields, due_days } = workform.data
  return (
    <WorkformBuilder
      initial={{ name, description: description ?? '', fields, due_days }}
      allowReupload={false}
      submitLabel="Submit Customization"
      offerTemplate
      busy={busy}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
