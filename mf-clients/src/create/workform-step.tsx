import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { RadioGroup } from '@portal/kit/ui/fields'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { PencilRuler } from 'lucide-react'
import { PreviewButton, WORKFORM_CHOICES } from '../picker/workform-option.tsx'
import { WorkformBuilder } from '../picker/workform-builder.tsx'
import { WorkformSelect } from '../picker/workform-select.tsx'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery, workformQuery } from '../queries/workforms.ts'
import type { CreationFlowState } from './use-creation.ts'

/** Shows step 2: the choice of a workform. */
export function WorkformStep({ creation }: { creation: CreationFlowState }) {
  useLiveWorkforms()
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
        disabled={state.customizing}
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
      {isCreatingNew ? null : <ExistingForm creation={creation} />}
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

function ExistingForm({ creation }: { creation: CreationFlowState }) {
  const { state, set, setWork, submitted } = creation
  const { selected, customizing } = state
  const templates = useQuery(templatesQuery)
  useLoadFailureToast(templates.error, 'Failed to load workforms')
  if (templates.isPending) return <Skeleton className="h-10 w-full" />
  if (!templates.data) return <QueryError title="The templates are not available" query={templates} className="py-6" />
  // A workform created in this flow is listed too, even if it is not a template.
  const isListed = !selected || templates.data.some((t) => t.id === selected.id)
  const options = isListed ? templates.data : [selected, ...templates.data]
  if (options.length === 0)
    return (
      <p className="text-base-content/70 text-sm">
        There are no templates yet. Choose "Create new workform" to create the first one.
      </p>
    )
  return (
    <div className="grid gap-3">
      <WorkformSelect
        label="Workform template"
        placeholder="Choose a workform"
        options={options}
        value={selected?.id}
        disabled={customizing}
        onChange={(next) => set({ selected: next })}
      />
      {selected && !customizing ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<PencilRuler />} onClick={() => setWork({ customizing: true })}>
            Customize Form
          </Button>
          <PreviewButton workformId={selected.id} />
        </div>
      ) : null}
      {selected && customizing ? (
        <CustomizeForm template={selected} onSubmitted={submitted} onCancel={() => setWork({ customizing: false })} />
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
  const { name, description, fields } = workform.data
  return (
    <WorkformBuilder
      initial={{ name, description: description ?? '', fields }}
      allowReupload={false}
      submitLabel="Submit Customization"
      offerTemplate
      busy={busy}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
