import type { CreatedClient } from '@portal/contract/clients'
import { api, call, isApiError, toastError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { useIdempotency } from '../queries/idempotency.ts'
import { restartLists } from '../queries/live.ts'
import type { OutcomeLine } from './outcome.tsx'
import { type Change, type Creation, EMPTY, firstInvalid, reduce, type Step, stepProblem } from './state.ts'

/** The request that a complete flow makes: the client and the assignment are one change, so both happen or neither. */
function requestOf({ clientDetails, workform, deadlines }: Creation) {
  const company = clientDetails.companyName.trim()
  const notes = deadlines.notes.trim()
  return {
    name: clientDetails.fullName.trim(),
    email: clientDetails.email.trim(),
    phone: clientDetails.phone.trim(),
    ...(company ? { company } : {}),
    ...(workform.selected
      ? { assignment: { workform_id: workform.selected.id, due_date: deadlines.dueDate, ...(notes ? { notes } : {}) } }
      : {}),
  }
}

/** The step that a refusal is about. */
function stepOf(error: unknown): Step {
  if (!isApiError(error)) return 3
  if (error.code === 'client_email_taken' || error.code === 'email_used_by_bookkeeper') return 0
  if (error.code === 'past_due_date') return 2
  const path = error.errors[0]?.path ?? ''
  if (path.startsWith('assignment.workform_id')) return 1
  if (path.startsWith('assignment')) return 2
  return path ? 0 : 3
}

/** What the server said about the e-mail address, if anything. */
function emailProblemOf(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined
  return error.code === 'client_email_taken' || error.code === 'email_used_by_bookkeeper' ? error.detail : error.forField('email')
}

/** The creation flow at work: what it holds, its gates, and the one request at its end. */
export function useCreation() {
  const cache = useQueryClient()
  const keyed = useIdempotency()
  const [state, dispatch] = useReducer(reduce, EMPTY)
  const [outcome, setOutcome] = useState<OutcomeLine[]>()
  const [refusedEmail, setRefusedEmail] = useState<{ email: string; problem: string }>()
  const create = useMutation({
    mutationFn: (json: ReturnType<typeof requestOf>): Promise<CreatedClient> => call(api.clients.$post({ json }, keyed(json))),
    onSuccess: (client) => {
      toastSuccess('Client created successfully with folder structure and workform assignment')
      setOutcome([
        client.assignment?.ok === false
          ? { ok: false, text: `Workform assignment failed: ${client.assignment.reason}` }
          : { ok: true, text: 'Workform assigned successfully!' },
        { ok: true, text: `The invitation with the login link is on its way to ${client.email}.` },
      ])
      void restartLists(cache)
    },
    onError: (error, sent) => {
      toastProblem(error, 'Failed to create client')
      const problem = emailProblemOf(error)
      if (problem) setRefusedEmail({ email: sent.email, problem })
      dispatch({ type: 'toggle', step: stepOf(error), open: true })
    },
  })
  const complete = (step: Step): void => {
    const problem = stepProblem(state, step)
    if (problem === undefined) {
      dispatch({ type: 'complete', step })
      return
    }
    toastError('Incomplete Step', problem)
    dispatch({ type: 'mark', step })
  }
  const confirm = (): void => {
    const invalid = firstInvalid(state)
    if (invalid === undefined) {
      create.mutate(requestOf(state))
      return
    }
    toastError('Incomplete Step', 'Please complete all required steps.')
    dispatch({ type: 'mark', step: invalid })
  }
  const emailProblem = refusedEmail?.email === state.clientDetails.email.trim() ? refusedEmail.problem : undefined
  return { state, dispatch: dispatch as (change: Change) => void, complete, confirm, busy: create.isPending, outcome, emailProblem }
}
