import { isBlank } from '@portal/contract/text'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { api, call, toastError, toastInfo, toastProblem, toastSuccess, toastUndo, useIdempotency } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assignmentRequest, type Differing, findDiffering } from '../picker/already-assigned.tsx'
import { confirmedPreferences, type Instructions } from '../preferences/suggestion.ts'
import { useCreateWorkform } from '../queries/create-workform.ts'
import { refreshClient } from '../queries/live.ts'
import { unassign } from '../queries/unassign.ts'

/** The values of the dialog. */
export interface Assignment extends Instructions {
  /** The chosen existing workform. */
  selected?: WorkformSummary | undefined
  /** The new workform, if that is chosen. `built` is set once it has reached the preview. */
  creating?: { name: string; built: BuiltWorkform | undefined } | undefined
  /** yyyy-mm-dd. */
  dueDate: string
}

/** Returns why the assignment cannot be made yet, or undefined. */
function assignmentProblem({ selected, creating }: Assignment): string | undefined {
  if (!creating) return selected ? undefined : 'Please select or create a workform'
  if (isBlank(creating.name)) return 'Workform name is required'
  return creating.built ? undefined : 'Please complete the new workform up to the preview step'
}

/** Returns the workform to assign, creating it if it is new, or undefined if that fails. */
function useWorkform() {
  const create = useCreateWorkform()
  // If the assignment fails after the workform was created, a retry must not create it again.
  const created = useRef<{ built: BuiltWorkform; workform: WorkformSummary }>(undefined)
  return async ({ selected, creating }: Assignment): Promise<WorkformSummary | undefined> => {
    const built = creating?.built
    if (!built) return selected
    if (created.current?.built === built) return created.current.workform
    try {
      const workform = await create.mutateAsync(built)
      toastSuccess('Workform created successfully')
      created.current = { built, workform }
      return workform
    } catch (error) {
      toastProblem(error, 'Failed to create workform')
      return undefined
    }
  }
}

/**
 * Assigns a workform to one client and shows the result. Calls `onDone` when it is assigned. Keeps an existing
 * assignment that differs from the request.
 */
export function useAssign(client: { id: string; name: string }, onDone: () => void) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  const workformOf = useWorkform()
  const [differing, setDiffering] = useState<Differing>()
  const { mutate, isPending } = useMutation({
    mutationFn: async (assignment: Assignment): Promise<void> => {
      const workform = await workformOf(assignment)
      if (!workform) return
      const { dueDate, notes } = assignment
      const preferences = confirmedPreferences(assignment, { dueDate, clientId: client.id })
      const given = { notes, preferences }
      const json = assignmentRequest(workform.id, [{ client_id: client.id, due_date: dueDate }], given)
      const response = await call(api.assignments.$post({ json }, idempotency.optionsFor(json)))
      const [result] = response.results
      if (!result?.ok) return toastError('Failed to assign workform', result?.reason ?? 'Please try again later.')
      const found = findDiffering(response, [json], given)
      if (found) return setDiffering(found)
      if (result.sections === 0)
        toastInfo('Already assigned', `${client.name} already has every section of "${workform.name}".`)
      else if (!result.is_new) toastSuccess(`Workform assigned to ${client.name}`)
      else
        toastUndo(
          `Workform assigned to ${client.name}`,
          () => unassign(cache, response),
          undefined,
          `assign ${client.id} ${workform.id}`,
        )
      onDone()
    },
    onSettled: () => refreshClient(cache, client.id),
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
  })
  const assign = (assignment: Assignment): void => {
    const problem = assignmentProblem(assignment)
    toastFormProblem(problem)
    if (!problem) mutate(assignment)
  }
  return { assign, busy: isPending, differing }
}
