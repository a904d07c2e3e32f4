import { formatCount } from '@portal/kit/ui/count'
import { cleanText } from '@portal/contract/text'
import type { AssignResult, AssignWorkform } from '@portal/contract/assignments'
import type { Preferences } from '@portal/contract/preferences'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'

/** Clients who already have the workform, with a different due date or notes than requested. */
export interface Differing {
  workformId: string
  clients: { id: string; name: string; dueDate: string }[]
  notes: string
  preferences: Preferences | undefined
}

/** Notes, and the preferences that the bookkeeper has confirmed for them. */
export interface ConfirmedNotes {
  notes: string
  preferences: Preferences | undefined
}

/** Builds the request that assigns a workform. */
export const assignmentRequest = (workform_id: string, clients: AssignWorkform['clients'], given: ConfirmedNotes) => ({
  workform_id,
  clients,
  ...instructionsOf(given),
})

/** Returns notes and preferences as requests contain them. */
export function instructionsOf({ notes, preferences }: ConfirmedNotes): { notes?: string; preferences?: Preferences } {
  const text = cleanText(notes)
  return { ...(text ? { notes: text } : {}), ...(preferences ? { preferences } : {}) }
}

/** Returns the clients whose existing assignment differs from the request, or undefined. */
export function findDiffering(
  { workform_id, results }: AssignResult,
  requests: readonly Pick<AssignWorkform, 'clients'>[],
  { notes, preferences }: ConfirmedNotes,
): Differing | undefined {
  const dueDates = new Map(requests.flatMap((r) => r.clients.map((c) => [c.client_id, c.due_date] as const)))
  const clients = results
    .filter((r) => r.ok && r.differs)
    .map((r) => ({ id: r.client_id, name: r.client_name ?? 'a client', dueDate: dueDates.get(r.client_id) ?? '' }))
  return clients.length > 0 ? { workformId: workform_id, clients, notes: cleanText(notes), preferences } : undefined
}

/** Offers to update the due date and notes of existing assignments. */
export function AlreadyAssigned({ differing, onDone }: { differing: Differing; onDone: () => void }) {
  const { workformId, clients, notes, preferences } = differing
  const change = useMutation({
    mutationFn: async () => {
      for (const { id, dueDate } of clients) {
        const json = { due_date: dueDate, ...instructionsOf({ notes, preferences }) }
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
  const who =
    clients.length === 1 ? `${first?.name} already has` : `${formatCount(clients.length)} clients already have`
  const what = notes ? 'due date and notes' : 'due date'
  return (
    <ConfirmDialog
      open
      onClose={onDone}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      busyLabel="Changing..."
      title="Already assigned"
      message={`${who} this workform. Do you want to change its ${what} to the ${what} you entered?`}
      confirmLabel={`Change ${what}`}
      cancelLabel="Keep as it is"
    />
  )
}
