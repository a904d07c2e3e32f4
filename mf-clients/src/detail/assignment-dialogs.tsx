import { todayIn } from '@portal/contract/dates'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, ConfirmDialog, Dialog } from '@portal/kit/ui/dialog'
import { DueDateField } from '@portal/kit/ui/due-date-field'
import { api, call, takeBackToast, toastProblem, toastSuccess, toastUndo, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshClient } from '../queries/live.ts'
import { type AssignedWorkform, describeLoss } from './describe-loss.ts'

export interface AssignmentDialogProps {
  client: { id: string; name: string }
  workform: AssignedWorkform
  onClose: () => void
}

const assignment = api.clients[':id'].workforms[':workformId']

/** Changes the due date of an assigned workform. The client is notified. */
export function ChangeDueDate({ client, workform, onClose }: AssignmentDialogProps) {
  const cache = useQueryClient()
  const draft = useDraft(`due-date.${client.id}.${workform.workform_id}`, { due: workform.due_date ?? '' })
  const { due } = draft.value
  const today = todayIn(useUser().time_zone)
  const param = { id: client.id, workformId: workform.workform_id }
  const change = async (due_date: string): Promise<void> => {
    await call(assignment.$patch({ param, json: { due_date } }))
    void refreshClient(cache, client.id)
  }
  const save = useMutation({
    mutationFn: () => change(due),
    onSuccess: () => {
      const before = workform.due_date
      const message = `${client.name} has been notified.`
      // Due dates in the past cannot be set.
      const about = `due ${client.id} ${workform.workform_id}`
      if (before !== null && before >= today) toastUndo('Due date changed', () => change(before), message, about)
      else toastSuccess('Due date changed', message, about)
      draft.discard()
      onClose()
    },
    onError: (error) => toastProblem(error, 'Failed to change the due date'),
    onSettled: () => void refreshClient(cache, client.id),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft}
      busy={save.isPending}
      title="Change Due Date"
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabled={due === '' || due < today || due === workform.due_date}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        </>
      }
    >
      <DueDateField
        label="Due Date"
        required
        {...draft.field('due')}
        today={today}
        help={`When "${workform.workform_name}" is due for ${client.name}.`}
      />
    </Dialog>
  )
}

/** Asks for confirmation before a workform is removed from a client, and says what will be lost. */
export function RemoveAssignment({ client, workform, onClose }: AssignmentDialogProps) {
  const cache = useQueryClient()
  const param = { id: client.id, workformId: workform.workform_id }
  const name = `"${workform.workform_name}"`
  const remove = useMutation({
    mutationFn: () => call(assignment.$delete({ param })),
    onSuccess: () => {
      // Assigning it and its due date can no longer be undone.
      takeBackToast(`due ${client.id} ${workform.workform_id}`)
      toastSuccess(`${name} removed from ${client.name}`, undefined, `assign ${client.id} ${workform.workform_id}`)
    },
    onError: (error) => toastProblem(error, 'Failed to remove assignment'),
    onSettled: () => {
      onClose()
      void refreshClient(cache, client.id)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Remove Assignment"
      message={`Are you sure you want to remove ${name} from ${client.name}? This action cannot be undone.`}
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
