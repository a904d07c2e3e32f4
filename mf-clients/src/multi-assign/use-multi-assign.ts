import type { AssignResult } from '@portal/contract/assignments'
import { MAX_ASSIGN_CLIENTS } from '@portal/contract/limits'
import { api, call, invalidateSoon, toastError, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Kept, keptOf } from '../picker/already-assigned.tsx'
import { clientKeys } from '../queries/clients.ts'
import { useIdempotency } from '../queries/idempotency.ts'
import { type Chosen, remaining, selectionProblem, toggled, verdictOf, type Verdict } from './selection.ts'

const TOAST: Record<Verdict['kind'], (title: string, message?: string) => void> = {
  success: toastSuccess,
  'nothing-new': toastInfo,
  partial: toastError,
  failed: toastError,
}

interface Selection {
  /** Id of the workform; '' for none yet. */
  workformId: string
  chosen: Chosen[]
  /** The date for all, yyyy-mm-dd, or ''. */
  common: string
  notes: string
}

/** What is selected. Opened for one workform, the dialog keeps to that. */
function useSelection(workformId: string, onDone: () => void) {
  const draft = useDraft<Selection>(`multi-assign.${workformId}`, { workformId, chosen: [], common: '', notes: '' })
  const setChosen = (change: (now: readonly Chosen[]) => Chosen[]): void =>
    draft.set((now) => ({ chosen: change(now.chosen) }))
  const finish = (): void => {
    draft.discard()
    onDone()
  }
  return { draft, setChosen, finish }
}

type Requests = ReturnType<typeof requestsOf>

/** Sends the requests one after the other; `onAnswer` gets the results of each. */
async function postAll(
  requests: Requests,
  keyed: ReturnType<typeof useIdempotency>,
  onAnswer: (results: AssignResult['results']) => void,
): Promise<AssignResult> {
  const all: AssignResult = { workform_id: '', results: [] }
  for (const json of requests) {
    const { workform_id, results } = await call(api.assignments.$post({ json }, keyed(json)))
    all.workform_id = workform_id
    all.results.push(...results)
    onAnswer(results)
  }
  return all
}

/** What the multi-assign dialog holds and does. `onDone` is called when nothing is left to assign. */
export function useMultiAssign(initialWorkform: string | undefined, onDone: () => void) {
  const cache = useQueryClient()
  const keyed = useIdempotency()
  const { draft, setChosen, finish } = useSelection(initialWorkform ?? '', onDone)
  const { workformId, chosen, common, notes } = draft.value
  const [marked, setMarked] = useState(false)
  const [kept, setKept] = useState<Kept>()
  const post = useMutation({
    // What is left in the dialog is what is not assigned yet, also when a later request fails.
    mutationFn: (requests: Requests) =>
      postAll(requests, keyed, (results) => setChosen((now) => remaining(now, results))),
    onSuccess: (answer, requests) => {
      const { kind, title, message, failed } = verdictOf(
        answer,
        (id) => chosen.find((c) => c.client.id === id)?.client.name ?? 'a client',
      )
      TOAST[kind](title, message)
      const left = keptOf(answer, requests, notes)
      setKept(left)
      if (failed.size === 0 && !left) finish()
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
    onSettled: () => invalidateSoon(clientKeys.details, cache),
  })
  const submit = (): void => {
    const problem = selectionProblem(workformId || undefined, chosen)
    if (problem || !workformId) {
      if (problem) toastError(problem)
      setMarked(true)
      return
    }
    post.mutate(requestsOf(workformId, chosen, notes))
  }
  return {
    draft,
    workformId: workformId || undefined,
    setWorkformId: (id: string) => draft.set({ workformId: id }),
    chosen,
    toggle: (clients: readonly Chosen['client'][], on: boolean) => {
      setMarked(false)
      setChosen((now) => toggled(now, clients, on, common))
    },
    common,
    setCommon: (day: string) => {
      draft.set({ common: day })
      if (day) setChosen((now) => now.map((c) => ({ ...c, dueDate: day })))
    },
    setDueDate: (id: string, dueDate: string) => {
      setMarked(false)
      setChosen((now) => now.map((c) => (c.client.id === id ? { ...c, dueDate } : c)))
    },
    notes,
    setNotes: (text: string) => draft.set({ notes: text }),
    marked,
    submit,
    busy: post.isPending,
    kept,
    /** The offer about what was assigned already is answered. */
    settle: () => {
      setKept(undefined)
      if (chosen.length === 0) finish()
    },
  }
}

/** One request for as many clients as the API takes at once. */
function requestsOf(workformId: string, chosen: readonly Chosen[], notes: string) {
  const text = notes.trim()
  const clients = chosen.map(({ client, dueDate }) => ({ client_id: client.id, due_date: dueDate }))
  return Array.from({ length: Math.ceil(clients.length / MAX_ASSIGN_CLIENTS) }, (_, i) => ({
    workform_id: workformId,
    clients: clients.slice(i * MAX_ASSIGN_CLIENTS, (i + 1) * MAX_ASSIGN_CLIENTS),
    ...(text ? { notes: text } : {}),
  }))
}
