import { todayIn } from '@portal/contract/dates'
import { Button } from '@portal/kit/button'
import { DateField } from '@portal/kit/date-field'
import { Dialog } from '@portal/kit/dialog'
import { api, call, toastProblem, toastSuccess, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshClient } from '../queries/live.ts'
import type { AssignedWorkform } from './progress.ts'

export interface ChangeDueDateProps {
  client: { id: string; name: string }
  workform: AssignedWorkform
  onClose: () => void
}

/** Sets another due date for an assigned workform; the client is told. */
export function ChangeDueDate({ client, workform, onClose }: ChangeDueDateProps) {
  const { time_zone } = useUser()
  const cache = useQueryClient()
  const [due, setDue] = useState(workform.due_date ?? '')
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
      toastSuccess('Due date changed', `${client.name} has been told.`)
      onClose()
    },
    onError: (error) => toastProblem(error, 'Failed to change the due date'),
    onSettled: () => void refreshClient(cache, client.id),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change Due Date"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        onChange={setDue}
        min={today}
        help={`When ${client.name} should have filled in "${workform.workform_name}".`}
      />
    </Dialog>
  )
}
