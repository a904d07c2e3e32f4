import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { RemoteSlot, toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { workformQuery } from '../queries/workforms.ts'

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

export interface NewFormProps {
  onSubmitted: (workform: WorkformSummary) => void
  onDirty: (dirty: boolean) => void
}

/** Shows the builder for a new workform. */
export function NewForm({ onSubmitted, onDirty }: NewFormProps) {
  const { submit, busy } = useSubmit('Workform', 'Failed to create workform', onSubmitted)
  return (
    <div className="rounded-field border border-base-300 p-3 sm:p-4">
      <RemoteSlot
        name="mf-workforms/builder"
        props={{
          allowReupload: false,
          submitLabel: 'Submit Workform',
          offerTemplate: true,
          busy,
          onSubmit: submit,
          onDirty,
        }}
      />
    </div>
  )
}

export interface CustomizeFormProps {
  template: WorkformSummary
  onSubmitted: (workform: WorkformSummary) => void
  onCancel: () => void
}

/** Shows the builder with a copy of a template. The template does not change. */
export function CustomizeForm({ template, onSubmitted, onCancel }: CustomizeFormProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(workformQuery(template.id))
  const { submit, busy } = useSubmit('Customized workform', 'Failed to create customized workform', onSubmitted)
  useLoadFailureToast(error, 'Failed to load workforms')
  if (isPending) return <Skeleton className="h-40 w-full" />
  if (!data) {
    return (
      <div>
        <ErrorState
          title="This template cannot be opened"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-6"
        />
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  }
  const initial = { name: data.name, description: data.description ?? '', fields: data.fields }
  return (
    <div className="rounded-field border border-base-300 p-3 sm:p-4">
      <RemoteSlot
        name="mf-workforms/builder"
        props={{
          initial,
          allowReupload: false,
          submitLabel: 'Submit Customization',
          offerTemplate: true,
          busy,
          onSubmit: submit,
          onCancel,
        }}
      />
    </div>
  )
}
