import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshClient } from '../queries/live.ts'
import { type AssignedWorkform, describeLoss } from './progress.ts'

export interface RemoveAssignmentProps {
  client: { id: string; name: string }
  workform: AssignedWorkform
  onClose: () => void
}

/** Asks for confirmation before a workform is removed from a client, and says what will be lost. */
export function RemoveAssignment({ client, workform, onClose }: RemoveAssignmentProps) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      call(
        api.clients[':id'].workforms[':workformId'].$delete({
          param: { id: client.id, workformId: workform.workform_id },
        }),
      ),
    onSuccess: () => toastSuccess(`"${workform.workform_name}" removed from ${client.name}`),
    onError: (error) => toastProblem(error, 'Failed to remove assignment'),
    onSettled: () => {
      onClose()
      void refreshClient(cache, client.id)
    },
  })
  const assignment = `"${workform.workform_name}" from ${client.name}`
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Remove Assignment"
      message={`Are you sure you want to remove ${assignment}? This action cannot be undone.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      danger
      busy={remove.isPending}
    >
      <ul className="list-disc space-y-1 pl-5 text-base-content/80 text-sm">
        {describeLoss(workform).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
