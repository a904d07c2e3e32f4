import { ConfirmDialog } from '@portal/kit/dialog'
import { Spinner } from '@portal/kit/states'
import { toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useDeleteWorkform } from '../queries/changes.ts'
import { countOf } from '../queries/impact.ts'
import { impactQuery } from '../queries/workforms.ts'

export interface DeleteWorkformProps {
  workform: { id: string; name: string }
  onClose: () => void
}

/** Asks before a workform is deleted, and says whom it touches. */
export function DeleteWorkform({ workform, onClose }: DeleteWorkformProps) {
  const remove = useDeleteWorkform(workform.id)
  const confirm = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toastSuccess('Form deleted successfully')
        onClose()
      },
      onError: (error) => toastProblem(error, 'Failed to delete form'),
    })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Delete Workform"
      message={`Are you sure you want to delete "${workform.name}"? This action cannot be undone and will affect any active assignments.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      busy={remove.isPending}
    >
      <Consequences id={workform.id} />
    </ConfirmDialog>
  )
}

function Consequences({ id }: { id: string }) {
  const { data, isPending } = useQuery(impactQuery(id))
  if (isPending) return <Spinner label="Counting the assignments it affects" />
  if (!data) return <p className="text-sm">How many active assignments this affects could not be found out.</p>
  if (data.active_assignments === 0) return <p className="text-sm">No active assignments are affected.</p>
  return (
    <div className="rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm">
      <p className="font-medium">This affects {countOf(data.active_assignments, 'active assignment')}.</p>
      <p className="mt-1">
        Sections that are not approved are taken back from these clients, who will be told. Approved ones stay readable in Form Submissions.
      </p>
    </div>
  )
}
