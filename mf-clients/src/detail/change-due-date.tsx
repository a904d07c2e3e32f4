import { todayIn } from '@portal/contract/dates'
import { Button } from '@portal/kit/ui/button'
import { DateField } from '@portal/kit/ui/date-field'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { api, call, toastProblem, toastSuccess, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshClient } from '../queries/live.ts'
import type { AssignedWorkform } from './progress.ts'

export interface ChangeDueDateProps {
  client: { id: string; name: string }
  workform: AssignedWorkform
  onClose: () => void
}

/** Changes the due date of an assigned workform. The client is notified. */
export function ChangeDueDate({ client, workform, onClose }: ChangeDueDateProps) {
  const { time_zone } = useUser()
  const cache = useQueryClient()
  const draft = useDraft(`due-date.${client.id}.${workform.workform_id}`, { due: workform.due_date ?? '' })
  const { due } = draft.value
  const today = todayIn(time_zone)
  const save = useMutation({
    mutationFn: () =>
      call(
        api.clients[':id'].workforms[':workformId'].$patch({
          param: { id: client.id, workformId: workform.workform_id },
          json: { due_date: due },
        }),
      ),
    onSuccess: () => {
      toastSuccess('Due date changed', `${client.name} has been notified.`)
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
      <DateField
        label="Due Date"
        required
        value={due}
        onChange={(day) => draft.set({ due: day })}
        min={today}
        help={`When "${workform.workform_name}" is due for ${client.name}.`}
      />
    </Dialog>
  )
}
