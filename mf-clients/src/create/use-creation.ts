import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { type Draft, useDraft } from '@portal/kit/features/drafts/use-draft'
import {
  api,
  call,
  idempotent,
  isApiError,
  toastError,
  toastInfo,
  toastProblem,
  toastSuccess,
  useUser,
} from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dueDateAfterChoice } from '../picker/default-due-date.ts'
import { restoreByEmail } from '../queries/archive.ts'
import { restartLists } from '../queries/live.ts'
import { attempt, attemptKey, confirmedInstructions, requestOf } from './request.ts'
import {
  type BuilderWork,
  chosenOf,
  type Creation,
  EMPTY,
  firstInvalidStep,
  hasUnsavedWork,
  type NewClient,
  rowsOf,
  type Step,
  stepProblem,
} from './state.ts'
import { waitForFolder, waitForWebhook } from './wait-for.ts'
import type { Outcome } from './use-outcome.ts'

const EMAIL_ERRORS: ReadonlySet<string> = new Set([
  'client_email_taken',
  'client_archived',
  'email_used_by_bookkeeper',
  'client_refused',
])

/** Returns the step that an error is about. */
function stepFor(error: unknown): Step {
  if (!isApiError(error)) return 3
  if (EMAIL_ERRORS.has(error.code)) return 0
  if (error.code === 'past_due_date') return 2
  const path = error.errors[0]?.path ?? ''
  if (/^assignments?\b.*workform_id$/.test(path)) return 1
  if (/^(assignment|personal_line)/.test(path)) return 2
  return path ? 0 : 3
}

/** Returns the error about the email address, if any. */
function emailProblemOf(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined
  return EMAIL_ERRORS.has(error.code) ? error.detail : error.forField('email')
}

const NO_WORK: BuilderWork = { customizing: null, dirty: false }

/** Returns the input with a workform in a row, with its default due date unless one was entered. */
function withWorkform(state: NewClient, row: number, workform: WorkformSummary, today: string): Partial<NewClient> {
  const before = rowsOf(state)[row]
  const dueDate = dueDateAfterChoice(before?.dueDate ?? '', before?.workform, workform, today)
  if (row === 0) return { selected: workform, dueDate }
  return { more: state.more.map((further, i) => (i === row - 1 ? { workform, dueDate } : further)) }
}

/** Returns the row that a workform made in the builder is for: the first without a choice, or else the first. */
const rowForNew = (state: NewClient): number =>
  Math.max(
    0,
    rowsOf(state).findIndex(({ workform }) => !workform),
  )

/** Holds the workforms of the flow. */
function useWorkforms({ value, set }: Draft<NewClient>, today: string) {
  return {
    choose: (row: number, workform: WorkformSummary): void => {
      const isChosen = rowsOf(value).some((r, i) => i !== row && r.workform?.id === workform.id)
      if (isChosen) toastInfo(`"${workform.name}" is already chosen`)
      else set((now) => withWorkform(now, row, workform, today))
    },
    setDueDate: (row: number, dueDate: string): void =>
      set(({ more }) =>
        row === 0
          ? { dueDate }
          : { more: more.map((further, i) => (i === row - 1 ? { ...further, dueDate } : further)) },
      ),
    addRow: (): void => set(({ more }) => ({ more: [...more, { workform: null, dueDate: '' }] })),
    removeRow: (row: number): void =>
      set((now) => {
        const [first, ...more] = rowsOf(now).filter((_, i) => i !== row)
        return { selected: first?.workform ?? null, dueDate: first?.dueDate ?? '', more }
      }),
  }
}

/** Holds the input of the flow, restored from an earlier visit. */
function useInput() {
  const draft = useDraft('new-client', EMPTY)
  const [work, setWork] = useState(NO_WORK)
  const today = todayIn(useUser().time_zone)
  const { dueDate, more, open } = draft.value
  // Due dates may have passed since the last visit.
  const upcoming = (date: string): string => (date >= today ? date : '')
  const state: Creation = {
    ...draft.value,
    ...work,
    dueDate: upcoming(dueDate),
    more: more.map((further) => ({ ...further, dueDate: upcoming(further.dueDate) })),
    open: open < 4 ? open : 0,
  }
  const discard = (): void => {
    draft.discard()
    attempt().clear()
    setWork(NO_WORK)
  }
  const restored = draft.restored && (hasUnsavedWork(state) || state.isCreatingNew)
  return { draft, state, setWork, discard, restored, today, field: draft.field, set: draft.set }
}

/** An email address that cannot be used for a new client. */
interface RefusedEmail {
  email: string
  problem: string
  /** Whether the client with this address was restored, so that there is nothing to create. */
  isRestored: boolean
}

/** Sends the request. After a failure the step that it is about opens. */
function useCreate(state: Creation, discard: () => void, open: (step: Step) => void) {
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [refusedEmail, setRefusedEmail] = useState<RefusedEmail>()
  const restore = async (email: string): Promise<void> => {
    const result = await restoreByEmail(cache, email)
    if (result === 'missing') {
      setRefusedEmail(undefined)
      return toastError('No archived client has this email', 'You can create the client now.')
    }
    setRefusedEmail({ email, problem: 'The client with this email is in your list again.', isRestored: true })
    const message = 'The client is in your list again. You can close this dialog.'
    if (result === 'restored') toastSuccess('Client restored', message)
    else toastInfo('Client already restored', message)
  }
  /** Returns the button of the toast that restores the archived client with an address. */
  const restoring = (email: string) => ({
    label: 'Restore',
    onClick: () => void restore(email).catch((error: unknown) => toastProblem(error, 'Failed to restore client')),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: ReturnType<typeof requestOf>): Promise<Outcome> => {
      const client = await call(api.clients.$post({ json }, idempotent(attemptKey(json))))
      // Both only wait for a moment: the client exists either way.
      const [folder, webhook] = await Promise.all([waitForFolder(client.id), waitForWebhook(client.id)])
      return { client, folder, webhook, requested: chosenOf(state), instructions: confirmedInstructions(state) }
    },
    onSuccess: (done) => {
      setOutcome(done)
      discard()
      void restartLists(cache)
    },
    onError: (error, sent) => {
      if (isApiError(error, 'client_archived')) toastError(error.title, error.detail, restoring(sent.email))
      else toastProblem(error, 'Failed to create client')
      const problem = emailProblemOf(error)
      if (problem) setRefusedEmail({ email: sent.email, problem, isRestored: false })
      open(stepFor(error))
    },
  })
  const refused = refusedEmail?.email === state.email.trim() ? refusedEmail : undefined
  return {
    create: (): void => mutate(requestOf(state)),
    busy: isPending,
    outcome,
    emailProblem: refused?.problem,
    isRestored: refused?.isRestored === true,
  }
}

/** Runs the creation flow: its state, the checks of each step, and the request. */
export function useCreation() {
  const { draft, setWork, today, ...input } = useInput()
  const { state, discard } = input
  const workforms = useWorkforms(draft, today)
  /** The step whose errors are marked. `times` moves the focus to the first error again. */
  const [marked, setMarked] = useState<{ step: Step | undefined; times: number }>({ step: undefined, times: 0 })
  const open = (step: number): void => draft.set({ open: step })
  const { create, ...progress } = useCreate(state, discard, open)
  const withDone = (step: Step): boolean[] => state.done.map((done, index) => done || index === step)
  const refuse = (step: Step, message: string): void => {
    toastError('Incomplete Step', message)
    setMarked(({ times }) => ({ step, times: times + 1 }))
    open(step)
  }
  return {
    ...input,
    ...workforms,
    setWork: (change: Partial<BuilderWork>) => setWork((now) => ({ ...now, ...change })),
    open,
    marked,
    complete: (step: Step): void => {
      const problem = stepProblem(state, step)
      if (problem) return refuse(step, problem)
      draft.set({ done: withDone(step), open: step + 1 })
      setMarked(({ times }) => ({ step: undefined, times }))
    },
    /** Selects a workform that was submitted in the builder, which completes step 2. */
    submitted: (workform: WorkformSummary): void => {
      const row = state.customizing ?? rowForNew(state)
      draft.set((now) => ({
        ...withWorkform(now, row, workform, today),
        isCreatingNew: false,
        done: withDone(1),
        open: 2,
      }))
      setWork(NO_WORK)
    },
    confirm: (): void => {
      const invalid = firstInvalidStep(state)
      if (invalid === undefined) create()
      else refuse(invalid, 'Please complete all required steps.')
    },
    ...progress,
  }
}
export type CreationFlowState = ReturnType<typeof useCreation>
