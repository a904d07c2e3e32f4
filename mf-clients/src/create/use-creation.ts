import { api, call, idempotent, isApiError, toastError, toastProblem } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { restartLists } from '../queries/live.ts'
import { attemptKey, dropDraft, keepDraft, readDraft } from './draft.ts'
import { folderOutcome } from './folder.ts'
import { type Change, type Creation, EMPTY, firstInvalid, reduce, type Step, stepProblem } from './state.ts'
import type { Outcome } from './use-outcome.ts'
import { webhookOutcome } from './webhook.ts'

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

const ABOUT_EMAIL: ReadonlySet<string> = new Set(['client_email_taken', 'email_used_by_bookkeeper', 'client_refused'])

/** The step that a refusal is about. */
function stepOf(error: unknown): Step {
  if (!isApiError(error)) return 3
  if (ABOUT_EMAIL.has(error.code)) return 0
  if (error.code === 'past_due_date') return 2
  const path = error.errors[0]?.path ?? ''
  if (path.startsWith('assignment.workform_id')) return 1
  if (path.startsWith('assignment')) return 2
  return path ? 0 : 3
}

/** What the server said about the e-mail address, if anything. */
function emailProblemOf(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined
  return ABOUT_EMAIL.has(error.code) ? error.detail : error.forField('email')
}

/** What the flow holds: what an interrupted one left behind, or nothing yet; kept in the tab as it grows. */
function useKeptState() {
  const [left] = useState(readDraft)
  const [state, dispatch] = useReducer(reduce, left ?? EMPTY)
  const [restored, setRestored] = useState(left !== undefined)
  useEffect(() => keepDraft(state), [state])
  const startOver = (): void => {
    setRestored(false)
    dispatch({ type: 'reset' })
  }
  return { state, dispatch: dispatch as (change: Change) => void, restored, startOver }
}

/** The creation flow at work: what it holds, its gates, and the one request at its end. */
export function useCreation() {
  const cache = useQueryClient()
  const { state, dispatch, restored, startOver } = useKeptState()
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusedEmail, setRefusedEmail] = useState<{ email: string; problem: string }>()
  const create = useMutation({
    mutationFn: async (json: ReturnType<typeof requestOf>): Promise<Outcome> => {
      const client = await call(api.clients.$post({ json }, idempotent(attemptKey(json))))
      // Side by side, and for a moment only: the client exists whatever becomes of them.
      const [folder, webhook] = await Promise.all([folderOutcome(client.id), webhookOutcome(client.id)])
      return { client, folder, webhook, wanted: json.assignment }
    },
    onSuccess: (done) => {
      dropDraft()
      setOutcome(done)
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
  return { state, dispatch, restored, startOver, complete, confirm, busy: create.isPending, outcome, emailProblem }
}
