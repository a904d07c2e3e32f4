import type { AssignResult } from '@portal/contract/assignments'
import { MAX_ASSIGN_CLIENTS } from '@portal/contract/limits'
import {
  api,
  call,
  type Idempotency,
  invalidateSoon,
  toastError,
  toastInfo,
  toastProblem,
  toastSuccess,
  useIdempotency,
} from '@portal/sdk'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Differing, findDiffering } from '../picker/already-assigned.tsx'
import { clientKeys } from '../queries/clients.ts'
import {
  type Chosen,
  remaining,
  selectionProblem,
  toggleClients,
  summarizeResults,
  type AssignOutcome,
} from './selection.ts'

const TOASTS: Record<AssignOutcome['kind'], (title: string, message?: string) => void> = {
  success: toastSuccess,
  'nothing-new': toastInfo,
  partial: toastError,
  failed: toastError,
}

interface Selection {
  /** Id of the workform, or '' if none is chosen. */
  workformId: string
  chosen: Chosen[]
  /** The date for all clients, yyyy-mm-dd, or ''. */
  common: string
  notes: string
}

/** Holds the selection. Each preselected workform has its own draft. */
function useSelection(workformId: string, onDone: () => void) {
  const draft = useDraft<Selection>(`multi-assign.${workformId}`, { workformId, chosen: [], common: '', notes: '' })
  const setChosen = (change: (now: readonly Chosen[]) => Chosen[]): void =>
    draft.set((now) => ({ chosen: change(now.chosen) }))
  const finish = (): void => {
    draft.discard()
    onDone()
  }
  const { common } = draft.value
  const edits = {
    setWorkformId: (id: string) => draft.set({ workformId: id }),
    toggle: (clients: readonly Chosen['client'][], on: boolean) =>
      setChosen((now) => toggleClients(now, clients, on, common)),
    setCommonDate: (day: string) => {
      draft.set({ common: day })
      if (day) setChosen((now) => now.map((c) => ({ ...c, dueDate: day })))
    },
    setDueDate: (id: string, dueDate: string) =>
      setChosen((now) => now.map((c) => (c.client.id === id ? { ...c, dueDate } : c))),
    setNotes: (text: string) => draft.set({ notes: text }),
  }
  return { draft, setChosen, finish, edits }
}

type Requests = ReturnType<typeof requestsOf>

/** Sends the requests one after another. Calls `onResults` after each. */
async function postAll(
  requests: Requests,
  idempotency: Idempotency,
  onResults: (results: AssignResult['results']) => void,
): Promise<AssignResult> {
  const all: AssignResult = { workform_id: '', results: [] }
  for (const json of requests) {
    const { workform_id, results } = await call(api.assignments.$post({ json }, idempotency.optionsFor(json)))
    all.workform_id = workform_id
    all.results.push(...results)
    onResults(results)
  }
  return all
}

/** Holds the state of the dialog and submits it. Calls `onDone` when nothing is left to assign. */
export function useMultiAssign(initialWorkform: string | undefined, onDone: () => void) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  const { draft, setChosen, finish, edits } = useSelection(initialWorkform ?? '', onDone)
  const { workformId, chosen, common, notes } = draft.value
  const [marked, setMarked] = useState(false)
  const [differing, setDiffering] = useState<Differing>()
  const post = useMutation({
    // Assigned clients leave the selection after each request, so that a retry covers the rest.
    mutationFn: (requests: Requests) =>
      postAll(requests, idempotency, (results) => setChosen((now) => remaining(now, results))),
    onSuccess: (response, requests) => {
      const { kind, title, message, failed } = summarizeResults(
        response,
        (id) => chosen.find((c) => c.client.id === id)?.client.name ?? 'a client',
      )
      TOASTS[kind](title, message)
      const found = findDiffering(response, requests, notes)
      setDiffering(found)
      if (failed.size === 0 && !found) finish()
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
    ...edits,
    draft,
    workformId: workformId || undefined,
    chosen,
    commonDate: common,
    notes,
    toggle: (clients: readonly Chosen['client'][], on: boolean) => {
      setMarked(false)
      edits.toggle(clients, on)
    },
    setDueDate: (id: string, dueDate: string) => {
      setMarked(false)
      edits.setDueDate(id, dueDate)
    },
    marked,
    submit,
    busy: post.isPending,
    differing,
    /** Called when the offer to change existing assignments was answered. */
    settle: () => {
      setDiffering(undefined)
      if (chosen.length === 0) finish()
    },
  }
}

/** Splits the selection into requests of the size that the API accepts. */
function requestsOf(workformId: string, chosen: readonly Chosen[], notes: string) {
  const text = notes.trim()
  const clients = chosen.map(({ client, dueDate }) => ({ client_id: client.id, due_date: dueDate }))
  return Array.from({ length: Math.ceil(clients.length / MAX_ASSIGN_CLIENTS) }, (_, i) => ({
    workform_id: workformId,
    clients: clients.slice(i * MAX_ASSIGN_CLIENTS, (i + 1) * MAX_ASSIGN_CLIENTS),
    ...(text ? { notes: text } : {}),
  }))
}
