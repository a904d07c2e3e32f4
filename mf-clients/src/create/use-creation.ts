import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { type Draft, useDraft } from '@portal/kit/features/drafts/use-draft'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { api, call, idempotent, isApiError, toastInfo, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dueDateAfterChoice } from '../picker/default-due-date.ts'
import { restartLists } from '../queries/live.ts'
import { deleteMade } from './delete-made.ts'
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
import { isAboutEmail, useAddress } from './use-address.ts'
import type { Outcome } from './use-outcome.ts'
import { waitForFolder, waitForWebhook } from './wait-for.ts'

/** Returns the step that an error is about. */
function stepFor(error: unknown): Step {
  if (!isApiError(error)) return 3
  if (isAboutEmail(error)) return 0
  if (error.code === 'past_due_date') return 2
  const path = error.errors[0]?.path ?? ''
  if (/^assignments?\b.*workform_id$/.test(path)) return 1
  if (/^(assignment|personal_line)/.test(path)) return 2
  return path ? 0 : 3
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
  const clear = (): void => {
    draft.discard()
    attempt().clear()
    setWork(NO_WORK)
  }
  const restored = draft.restored && (hasUnsavedWork(state) || state.isCreatingNew)
  return { draft, state, setWork, clear, restored, today, field: draft.field, set: draft.set }
}

/** What is sent, and the workforms that were made for it. */
interface Sent {
  json: ReturnType<typeof requestOf>
  made: readonly string[]
}

/** Sends the request. */
function useCreate(
  { draft, state, clear }: ReturnType<typeof useInput>,
  onError: (error: unknown, sent: Sent) => void,
) {
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ json }: Sent): Promise<Outcome> => {
      const client = await call(api.clients.$post({ json }, idempotent(attemptKey(json))))
      // Both only wait for a moment: the client exists either way.
      const [folder, webhook] = await Promise.all([waitForFolder(client.id), waitForWebhook(client.id)])
      return { client, folder, webhook, requested: chosenOf(state), instructions: confirmedInstructions(state) }
    },
    // Without a response the client may exist, and need the workforms.
    onMutate: () => draft.set({ made: [] }),
    onSuccess: (done, { made }) => {
      setOutcome(done)
      clear()
      const isUsed = (id: string): boolean => done.requested.some(({ workform }) => workform.id === id)
      void deleteMade(
        cache,
        made.filter((id) => !isUsed(id)),
      )
      void restartLists(cache)
    },
    onError,
  })
  return { create: (): void => mutate({ json: requestOf(state), made: state.made }), busy: isPending, outcome }
}

/** Holds the step whose errors are marked. `times` moves the focus to its first error again. */
function useMarked() {
  const [marked, setMarked] = useState<{ step: Step | undefined; times: number }>({ step: undefined, times: 0 })
  return {
    marked,
    mark: (step: Step | undefined) => setMarked(({ times }) => ({ step, times: times + (step === undefined ? 0 : 1) })),
  }
}

/** Runs the creation flow: its state, the checks of each step, and the request. */
export function useCreation() {
  const cache = useQueryClient()
  const input = useInput()
  const { draft, state, setWork, today } = input
  const { marked, mark } = useMarked()
  const address = useAddress(state.email)
  /** Marks a step as completed or not, and opens a step. */
  const setDone = (step: Step, isDone: boolean, open: number): void =>
    draft.set(({ done }) => ({ done: done.map((was, index) => (index === step ? isDone : was)), open }))
  /** Returns to a step. */
  const refuse = (step: Step): void => {
    setDone(step, false, step)
    mark(step)
  }
  const complete = (step: Step): void => {
    toastFormProblem()
    setDone(step, true, step + 1)
    mark(undefined)
  }
  const { create, ...progress } = useCreate(input, (error, { json, made }) => {
    address.refuse(error, json.email)
    const step = stepFor(error)
    if (step === 3) return
    // Nothing was created.
    draft.set((now) => ({ made: [...now.made, ...made] }))
    refuse(step)
  })
  const refuseIncomplete = (step: Step, message: string): void => {
    toastFormProblem('Incomplete Step', message)
    refuse(step)
  }
  return {
    ...input,
    ...useWorkforms(draft, today),
    address,
    /** Deletes the workforms that were made for the client. */
    deleteMade: (): void => void deleteMade(cache, state.made),
    setWork: (change: Partial<BuilderWork>) => setWork((now) => ({ ...now, ...change })),
    open: (step: number): void => draft.set({ open: step }),
    marked,
    complete: (step: Step): void => {
      const problem = stepProblem(state, step)
      if (problem) refuseIncomplete(step, problem)
      else if (step === 0) address.check({ onUsable: () => complete(0), onRefused: () => refuse(0) })
      else complete(step)
    },
    /** Selects a workform that was submitted in the builder, which completes step 2. */
    submitted: (workform: WorkformSummary): void => {
      const row = state.customizing ?? rowForNew(state)
      draft.set((now) => ({
        ...withWorkform(now, row, workform, today),
        isCreatingNew: false,
        made: workform.is_template ? now.made : [...now.made, workform.id],
      }))
      setDone(1, true, 2)
      setWork(NO_WORK)
    },
    confirm: (): void => {
      const invalid = firstInvalidStep(state)
      if (invalid === undefined) create()
      else refuseIncomplete(invalid, 'Please complete all required steps.')
    },
    ...progress,
  }
}
export type CreationFlowState = ReturnType<typeof useCreation>
