import type { AssignResult } from '@portal/contract/assignments'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { api, call, toastError, toastInfo, toastProblem, toastSuccess, useIdempotency } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Differing, findDiffering } from '../picker/already-assigned.tsx'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { refreshClient } from '../queries/live.ts'

/** The values of the dialog. */
export interface Assignment {
  /** The chosen existing workform. */
  selected?: WorkformSummary | undefined
  /** The new workform, if that is chosen. `built` is set once it has reached the preview. */
  creating?: { name: string; built: BuiltWorkform | undefined } | undefined
  /** yyyy-mm-dd. */
  dueDate: string
  notes: string
}

/** Returns why the assignment cannot be made yet, or undefined. */
export function assignmentProblem({ selected, creating }: Assignment): string | undefined {
  if (!creating) return selected ? undefined : 'Please select or create a workform'
  if (!creating.name.trim()) return 'Workform name is required'
  return creating.built ? undefined : 'Please complete the new workform up to the preview step'
}

type Client = { id: string; name: string }
type AssignRequest = Pick<Assignment, 'dueDate' | 'notes'> & { workform: WorkformSummary }

/** Posts the assignment and shows its result. Keeps an existing assignment that differs from the request. */
function usePost(client: Client, onDone: () => void) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  const [differing, setDiffering] = useState<Differing>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ workform, dueDate, notes }: AssignRequest): Promise<AssignResult> => {
      const text = notes.trim()
      const json = {
        workform_id: workform.id,
        clients: [{ client_id: client.id, due_date: dueDate }],
        ...(text ? { notes: text } : {}),
      }
      return call(api.assignments.$post({ json }, idempotency.optionsFor(json)))
    },
    onSuccess: (response, { workform, dueDate, notes }) => {
      const [result] = response.results
      void refreshClient(cache, client.id)
      if (!result?.ok) {
        toastError('Failed to assign workform', result?.reason ?? 'Please try again later.')
        return
      }
      const found = findDiffering(response, [{ clients: [{ client_id: client.id, due_date: dueDate }] }], notes)
      if (found) {
        setDiffering(found)
        return
      }
      if (result.sections === 0)
        toastInfo('Already assigned', `${client.name} already has every section of "${workform.name}".`)
      else toastSuccess(`Workform assigned to ${client.name}`)
      onDone()
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
  })
  return { post: mutate, isPosting: isPending, differing }
}

/** Assigns a workform to one client, creating it first if it is new. Calls `onDone` when it is assigned. */
export function useAssign(client: Client, onDone: () => void) {
  const create = useCreateWorkform()
  const { post, isPosting, differing } = usePost(client, onDone)
  // If the assignment fails after the workform was created, a retry must not create it again.
  const created = useRef<{ built: BuiltWorkform; workform: WorkformSummary }>(undefined)
  const workformOf = async ({ selected, creating }: Assignment): Promise<WorkformSummary | undefined> => {
    const built = creating?.built
    if (!built) return selected
    if (created.current?.built === built) return created.current.workform
    const workform = await create.mutateAsync(built)
    toastSuccess('Workform created successfully')
    created.current = { built, workform }
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
      if (workform) post({ workform, dueDate: assignment.dueDate, notes: assignment.notes })
    } catch (error) {
      toastProblem(error, 'Failed to create workform')
    }
  }
  return {
    assign: (assignment: Assignment) => void assign(assignment),
    busy: create.isPending || isPosting,
    differing,
  }
}
