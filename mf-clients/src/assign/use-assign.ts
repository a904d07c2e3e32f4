import type { AssignResult } from '@portal/contract/assignments'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { api, call, toastError, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Kept, keptOf } from '../picker/already-assigned.tsx'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { useIdempotency } from '../queries/idempotency.ts'
import { refreshClient } from '../queries/live.ts'

/** What the dialog holds when 'Assign Workform' is pressed. */
export interface Assignment {
  /** The existing workform that was chosen. */
  selected?: WorkformSummary | undefined
  /** The new workform in its place: `built` once it has reached the preview. */
  creating?: { name: string; built: BuiltWorkform | undefined } | undefined
  /** yyyy-mm-dd. */
  dueDate: string
  notes: string
}

/** Why an assignment cannot be made yet, or `undefined`. */
export function assignmentProblem({ selected, creating }: Assignment): string | undefined {
  if (!creating) return selected ? undefined : 'Please select or create a workform'
  if (!creating.name.trim()) return 'Workform name is required'
  return creating.built ? undefined : 'Please finish the new workform up to its preview'
}

/** Assigns a workform to one client, storing it first where it is new. `onDone` is called when it is assigned. */
export function useAssign(client: { id: string; name: string }, onDone: () => void) {
  const cache = useQueryClient()
  const create = useCreateWorkform()
  const keyed = useIdempotency()
  // A workform that was stored before the assignment failed is not stored again.
  const [kept, setKept] = useState<Kept>()
  const stored = useRef<{ built: BuiltWorkform; workform: WorkformSummary }>(undefined)
  const post = useMutation({
    mutationFn: ({
      workform,
      dueDate,
      notes,
    }: {
      workform: WorkformSummary
      dueDate: string
      notes: string
    }): Promise<AssignResult> => {
      const text = notes.trim()
      const json = {
        workform_id: workform.id,
        clients: [{ client_id: client.id, due_date: dueDate }],
        ...(text ? { notes: text } : {}),
      }
      return call(api.assignments.$post({ json }, keyed(json)))
    },
    onSuccess: (answer, { workform, dueDate, notes }) => {
      const [result] = answer.results
      void refreshClient(cache, client.id)
      if (!result?.ok) {
        toastError('Failed to assign workform', result?.reason ?? 'Please try again later.')
        return
      }
      const left = keptOf(answer, [{ clients: [{ client_id: client.id, due_date: dueDate }] }], notes)
      if (left) {
        setKept(left)
        return
      }
      if (result.sections === 0)
        toastInfo('Already assigned', `${client.name} already has every section of "${workform.name}".`)
      else toastSuccess(`Workform assigned to ${client.name}`)
      onDone()
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
  })
  const workformOf = async ({ selected, creating }: Assignment): Promise<WorkformSummary | undefined> => {
    const built = creating?.built
    if (!built) return selected
    if (stored.current?.built === built) return stored.current.workform
    const workform = await create.mutateAsync(built)
    toastSuccess('Workform created successfully')
    stored.current = { built, workform }
    return workform
  }
  const assign = async (assignment: Assignment): Promise<void> => {
    const problem = assignmentProblem(assignment)
    if (problem) {
      toastError(problem)
      return
    }
    try {
      const workform = await workformOf(assignment)
      if (workform) post.mutate({ workform, dueDate: assignment.dueDate, notes: assignment.notes })
    } catch (error) {
      toastProblem(error, 'Failed to create workform')
    }
  }
  return { assign: (assignment: Assignment) => void assign(assignment), busy: create.isPending || post.isPending, kept }
}
