import { api, call, isApiError, toastProblem, toastSuccess } from '@portal/sdk'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshClient } from '../queries/live.ts'

export interface DeleteClientProps {
  client: { id: string; name: string }
  onClose: () => void
  /** Called after the client was deleted. */
  onDeleted?: (() => void) | undefined
}

/** Asks for confirmation, then deletes a client. The server refuses while workforms are assigned. */
export function DeleteClient({ client, onClose, onDeleted }: DeleteClientProps) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(api.clients[':id'].$delete({ param: { id: client.id } })),
    onSuccess: () => {
      toastSuccess(`Client "${client.name}" deleted successfully`)
      onDeleted?.()
      onClose()
      void refreshClient(cache, client.id)
    },
    onError: (error) => {
      // A refusal comes with its own title.
      toastProblem(error, isApiError(error, 'cannot_delete_client') ? undefined : 'Failed to delete client')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Delete Client"
      message={`Are you sure you want to delete "${client.name}"? This action cannot be undone.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      busy={remove.isPending}
    />
  )
}
