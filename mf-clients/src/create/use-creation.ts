import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { api, call, idempotent, isApiError, newIdempotencyKey, toastError, toastProblem, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restartLists } from '../queries/live.ts'
import {
  type BuilderWork,
  type Creation,
  EMPTY,
  firstInvalidStep,
  hasUnsavedWork,
  type NewClient,
  type Step,
  stepProblem,
} from './state.ts'
import { waitForFolder, waitForWebhook } from './wait-for.ts'
import type { Outcome } from './use-outcome.ts'

/** Builds the request. Client and assignment are one request, so both are created or neither. */
function requestOf({ fullName, companyName, email, phone, selected, dueDate, notes }: NewClient) {
  const [company, text] = [companyName.trim(), notes.trim()]
  return {
    name: fullName.trim(),
    email: email.trim(),
    phone: phone.trim(),
    ...(company ? { company } : {}),
    ...(selected
      ? { assignment: { workform_id: selected.id, due_date: dueDate, ...(text ? { notes: text } : {}) } }
      : {}),
  }
}

/** Holds the last request that was sent, with its idempotency key. */
const attempt = () => draftStorage('new-client.attempt')

/**
 * Returns the idempotency key for a request. The same request gets the same key, even after a
 * reload, so that a retry after a lost response creates one client.
 */
function attemptKey(request: unknown): string {
  const body = JSON.stringify(request)
  const last = attempt().read()
  if (last && last['body'] === body && typeof last['key'] === 'string') return last['key']
  const key = newIdempotencyKey()
  attempt().save({ body, key })
  return key
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

const NO_WORK: BuilderWork = { customizing: false, dirty: false }

/** Holds the input of the flow, restored from an earlier visit. */
function useInput() {
  const draft = useDraft('new-client', EMPTY)
  const [work, setWork] = useState(NO_WORK)
  const today = todayIn(useUser().time_zone)
  const { dueDate, open } = draft.value
  const state: Creation = {
    ...draft.value,
    ...work,
    // The due date may have passed since the last visit.
    dueDate: dueDate >= today ? dueDate : '',
    open: open < 4 ? open : 0,
  }
  const discard = (): void => {
    draft.discard()
    attempt().clear()
    setWork(NO_WORK)
  }
  const restored = draft.restored && (hasUnsavedWork(state) || state.isCreatingNew)
  return { draft, state, setWork, discard, restored }
}

/** Runs the creation flow: its state, the checks of each step, and the request. */
export function useCreation() {
  const cache = useQueryClient()
  const { draft, state, setWork, discard, restored } = useInput()
  /** The step whose errors are marked. `times` moves the focus to the first error again. */
  const [marked, setMarked] = useState<{ step: Step | undefined; times: number }>({ step: undefined, times: 0 })
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusedEmail, setRefusedEmail] = useState<{ email: string; problem: string }>()
  const open = (step: number): void => draft.set({ open: step })
  const withDone = (step: Step): boolean[] => state.done.map((done, index) => done || index === step)
  const create = useMutation({
    mutationFn: async (json: ReturnType<typeof requestOf>): Promise<Outcome> => {
      const client = await call(api.clients.$post({ json }, idempotent(attemptKey(json))))
      // Both only wait for a moment: the client exists either way.
      const [folder, webhook] = await Promise.all([waitForFolder(client.id), waitForWebhook(client.id)])
      return { client, folder, webhook, requested: json.assignment }
    },
    onSuccess: (done) => {
      setOutcome(done)
      discard()
      void restartLists(cache)
    },
    onError: (error, sent) => {
      toastProblem(error, 'Failed to create client')
      const problem = emailProblemOf(error)
      if (problem) setRefusedEmail({ email: sent.email, problem })
      open(stepFor(error))
    },
  })
  const refuse = (step: Step, message: string): void => {
    toastError('Incomplete Step', message)
    setMarked(({ times }) => ({ step, times: times + 1 }))
    open(step)
  }
  return {
    state,
    field: draft.field,
    set: draft.set,
    setWork: (change: Partial<BuilderWork>) => setWork((now) => ({ ...now, ...change })),
    open,
    marked,
    restored,
    discard,
    complete: (step: Step): void => {
      const problem = stepProblem(state, step)
      if (problem) return refuse(step, problem)
      draft.set({ done: withDone(step), open: step + 1 })
      setMarked(({ times }) => ({ step: undefined, times }))
    },
    /** Selects a workform that was submitted in the builder, which completes step 2. */
    submitted: (selected: WorkformSummary): void => {
      draft.set({ isCreatingNew: false, selected, done: withDone(1), open: 2 })
      setWork(NO_WORK)
    },
    confirm: (): void => {
      const invalid = firstInvalidStep(state)
      if (invalid === undefined) create.mutate(requestOf(state))
      else refuse(invalid, 'Please complete all required steps.')
    },
    busy: create.isPending,
    outcome,
    emailProblem: refusedEmail?.email === state.email.trim() ? refusedEmail.problem : undefined,
  }
}
export type CreationFlowState = ReturnType<typeof useCreation>
