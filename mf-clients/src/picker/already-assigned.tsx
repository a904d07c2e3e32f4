import type { AssignResult, AssignWorkform } from '@portal/contract/assignments'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'

/** Clients who have the workform already, with another due date or other notes than were just asked for. */
export interface Kept {
  workformId: string
  clients: { id: string; name: string; dueDate: string }[]
  notes: string
}

/** Returns what an assignment left as it was although something else was asked for, or `undefined`. */
export function keptOf(
  { workform_id, results }: AssignResult,
  requests: readonly Pick<AssignWorkform, 'clients'>[],
  notes: string,
): Kept | undefined {
  const dueDates = new Map(requests.flatMap((r) => r.clients.map((c) => [c.client_id, c.due_date] as const)))
  const clients = results
    .filter((r) => r.ok && r.differs)
    .map((r) => ({ id: r.client_id, name: r.client_name ?? 'a client', dueDate: dueDates.get(r.client_id) ?? '' }))
  return clients.length > 0 ? { workformId: workform_id, clients, notes: notes.trim() } : undefined
}

/** Offers to change the due date and notes of a workform that clients have already. */
export function AlreadyAssigned({ kept, onDone }: { kept: Kept; onDone: () => void }) {
  const { workformId, clients, notes } = kept
  const change = useMutation({
    mutationFn: async () => {
      for (const { id, dueDate } of clients) {
        const json = { due_date: dueDate, ...(notes ? { notes } : {}) }
        await call(api.clients[':id'].workforms[':workformId'].$patch({ param: { id, workformId }, json }))
      }
    },
    onSuccess: () => {
      toastSuccess(notes ? 'Due date and notes changed' : 'Due date changed')
      onDone()
    },
    onError: (error) => toastProblem(error, 'Failed to change the assignment'),
  })
  const [first] = clients
  const who = clients.length === 1 ? `${first?.name} has` : `${clients.length} clients have`
  const what = notes ? 'due date and notes' : 'due date'
  return (
    <ConfirmDialog
      open
      onClose={onDone}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      busyLabel="Changing..."
      title="Already assigned"
      message={`${who} this workform already. Nothing was assigned again. Do you want to change its ${what} to what you entered?`}
      confirmLabel={`Change ${what}`}
      cancelLabel="Keep as it is"
    />
  )
}
