import { api, call, idempotent, isApiError, toastError, toastProblem } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { restartLists } from '../queries/live.ts'
import { attemptKey, deleteDraft, saveDraft, readDraft } from './draft.ts'
import { waitForFolder } from './wait-for-folder.ts'
import {
  type CreationAction,
  type Creation,
  EMPTY,
  firstInvalidStep,
  creationReducer,
  type Step,
  stepProblem,
} from './state.ts'
import type { Outcome } from './use-outcome.ts'
import { waitForWebhook } from './wait-for-webhook.ts'

/** Builds the request. Client and assignment are one request, so both are created or neither. */
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

const EMAIL_ERRORS: ReadonlySet<string> = new Set(['client_email_taken', 'email_used_by_bookkeeper', 'client_refused'])

/** Returns the step that an error is about. */
function stepFor(error: unknown): Step {
  if (!isApiError(error)) return 3
  if (EMAIL_ERRORS.has(error.code)) return 0
  if (error.code === 'past_due_date') return 2
  const path = error.errors[0]?.path ?? ''
  if (path.startsWith('assignment.workform_id')) return 1
  if (path.startsWith('assignment')) return 2
  return path ? 0 : 3
}

/** Returns the error about the email address, if any. */
function emailProblemOf(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined
  return EMAIL_ERRORS.has(error.code) ? error.detail : error.forField('email')
}

/** Holds the state of the flow, restores it from a draft, and saves each change. */
function usePersistedState() {
  const [draft] = useState(readDraft)
  const [state, dispatch] = useReducer(creationReducer, draft ?? EMPTY)
  const [restored, setRestored] = useState(draft !== undefined)
  useEffect(() => saveDraft(state), [state])
  const startOver = (): void => {
    setRestored(false)
    dispatch({ type: 'reset' })
  }
  return { state, dispatch: dispatch as (action: CreationAction) => void, restored, startOver }
}

/** Runs the creation flow: its state, the checks of each step, and the request. */
export function useCreation() {
  const cache = useQueryClient()
  const { state, dispatch, restored, startOver } = usePersistedState()
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusedEmail, setRefusedEmail] = useState<{ email: string; problem: string }>()
  const create = useMutation({
    mutationFn: async (json: ReturnType<typeof requestOf>): Promise<Outcome> => {
      const client = await call(api.clients.$post({ json }, idempotent(attemptKey(json))))
      // Both only wait for a moment: the client exists either way.
      const [folder, webhook] = await Promise.all([waitForFolder(client.id), waitForWebhook(client.id)])
      return { client, folder, webhook, requested: json.assignment }
    },
    onSuccess: (done) => {
      deleteDraft()
      setOutcome(done)
      void restartLists(cache)
    },
    onError: (error, sent) => {
      toastProblem(error, 'Failed to create client')
      const problem = emailProblemOf(error)
      if (problem) setRefusedEmail({ email: sent.email, problem })
      dispatch({ type: 'toggle', step: stepFor(error), open: true })
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
    const invalid = firstInvalidStep(state)
    if (invalid === undefined) {
      create.mutate(requestOf(state))
      return
    }
    toastError('Incomplete Step', 'Please complete all required steps.')
    dispatch({ type: 'mark', step: invalid })
  }
  const emailProblem = refusedEmail?.email === state.clientDetails.email.trim() ? refusedEmail.problem : undefined
  return { state, dispatch, restored, startOver, complete, confirm, busy: create.isPending, outcome, emailProblem }
}
