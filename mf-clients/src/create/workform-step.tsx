import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { RadioGroup } from '@portal/kit/ui/fields'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { PencilRuler } from 'lucide-react'
import { PreviewButton } from '../picker/preview-button.tsx'
import { WorkformSelect } from '../picker/workform-select.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery } from '../queries/workforms.ts'
import { CustomizeForm, NewForm } from './builder.tsx'
import type { Creation } from './state.ts'

const CHOICES = [
  { value: 'existing', label: 'Select existing workform' },
  { value: 'new', label: 'Create new workform' },
] as const

export interface WorkformStepProps {
  workform: Creation['workform']
  onChange: (change: Partial<Creation['workform']>) => void
  /** Called when a new or customized workform was created. */
  onSubmitted: (workform: WorkformSummary) => void
}

/** Shows step 2: the choice of a workform. */
export function WorkformStep({ workform, onChange, onSubmitted }: WorkformStepProps) {
  useLiveWorkforms()
  const { isCreatingNew, selected, customizing, dirty } = workform
  return (
    <div className="grid gap-5">
      <RadioGroup
        label="Workform"
        hideLabel
        inline
        value={isCreatingNew ? 'new' : 'existing'}
        options={CHOICES}
        disabled={customizing}
        onChange={(choice) => onChange({ isCreatingNew: choice === 'new' })}
      />
      {/* A half-built workform stays mounted while the templates are shown. */}
      {isCreatingNew || dirty ? (
        <div hidden={!isCreatingNew}>
          <NewForm onSubmitted={onSubmitted} onDirty={(now) => onChange({ dirty: now })} />
        </div>
      ) : null}
      {isCreatingNew ? null : (
        <ExistingForm selected={selected} customizing={customizing} onChange={onChange} onSubmitted={onSubmitted} />
      )}
    </div>
  )
}

interface ExistingFormProps
  extends Pick<Creation['workform'], 'selected' | 'customizing'>,
    Omit<WorkformStepProps, 'workform'> {}

function ExistingForm({ selected, customizing, onChange, onSubmitted }: ExistingFormProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(templatesQuery)
  useLoadFailureToast(error, 'Failed to load workforms')
  if (isPending) return <Skeleton className="h-10 w-full" />
  if (!data) {
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
  // A workform created in this flow is listed too, even if it is not a template.
  const options = selected && !data.some((t) => t.id === selected.id) ? [selected, ...data] : data
  if (options.length === 0) {
    return (
      <p className="text-base-content/70 text-sm">
        There are no templates yet. Choose "Create new workform" to create the first one.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <WorkformSelect
        label="Workform template"
        placeholder="Choose a workform"
        options={options}
        value={selected?.id}
        disabled={customizing}
        onChange={(next) => onChange({ selected: next })}
      />
      {selected && !customizing ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<PencilRuler />} onClick={() => onChange({ customizing: true })}>
            Customize Form
          </Button>
          <PreviewButton workformId={selected.id} />
        </div>
      ) : null}
      {selected && customizing ? (
        <CustomizeForm
          template={selected}
          onSubmitted={onSubmitted}
          onCancel={() => onChange({ customizing: false })}
        />
      ) : null}
    </div>
  )
}
