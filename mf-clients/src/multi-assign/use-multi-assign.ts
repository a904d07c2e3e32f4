import type { AssignResult } from '@portal/contract/assignments'
import { MAX_ASSIGN_CLIENTS } from '@portal/contract/limits'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
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
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignmentRequest, type Differing, findDiffering } from '../picker/already-assigned.tsx'
import { clientKeys } from '../queries/clients.ts'
import { type Chosen, remaining, selectionProblem, summarizeResults, toggleClients } from './selection.ts'

const TOASTS = { success: toastSuccess, 'nothing-new': toastInfo, failed: toastError }

interface Selection {
  /** Id of the workform, or '' if none is chosen. */
  workformId: string
  chosen: Chosen[]
  /** The date for all clients, yyyy-mm-dd, or ''. */
  common: string
  notes: string
}

/** Splits the selection into requests of the size that the API accepts. */
function requestsOf({ workformId, chosen, notes }: Selection) {
  const clients = chosen.map(({ client, dueDate }) => ({ client_id: client.id, due_date: dueDate }))
  return Array.from({ length: Math.ceil(clients.length / MAX_ASSIGN_CLIENTS) }, (_, i) =>
    assignmentRequest(workformId, clients.slice(i * MAX_ASSIGN_CLIENTS, (i + 1) * MAX_ASSIGN_CLIENTS), notes),
  )
}

type Requests = ReturnType<typeof requestsOf>

/** Sends the requests one after another. Calls `onResults` after each. */
async function postAll(
  requests: Requests,
  idempotency: Idempotency,
  onResults: (results: AssignResult['results']) => void,
): Promise<AssignResult> {
  const all: AssignResult = { workform_id: requests[0]?.workform_id ?? '', results: [] }
  for (const json of requests) {
    const { results } = await call(api.assignments.$post({ json }, idempotency.optionsFor(json)))
    all.results.push(...results)
    onResults(results)
  }
  return all
}

/** Holds the state of the dialog and submits it. Calls `onDone` when nothing is left to assign. */
export function useMultiAssign(workformId: string, onDone: () => void) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  // Each preselected workform has its own draft.
  const draft = useDraft<Selection>(`multi-assign.${workformId}`, { workformId, chosen: [], common: '', notes: '' })
  const { chosen, common, notes } = draft.value
  const [marked, setMarked] = useState(false)
  const [differing, setDiffering] = useState<Differing>()
  const setChosen = (change: (now: readonly Chosen[]) => Chosen[]): void =>
    draft.set((now) => ({ chosen: change(now.chosen) }))
  const finish = (): void => {
    draft.discard()
    onDone()
  }
  const post = useMutation({
    // Assigned clients leave the selection after each request, so that a retry covers the rest.
    mutationFn: (requests: Requests) =>
      postAll(requests, idempotency, (results) => setChosen((now) => remaining(now, results))),
    onSuccess: (response, requests) => {
      const nameOf = (id: string): string => chosen.find((c) => c.client.id === id)?.client.name ?? 'a client'
      const { kind, title, message } = summarizeResults(response, nameOf)
      TOASTS[kind](title, message)
      const found = findDiffering(response, requests, notes)
      setDiffering(found)
      if (kind !== 'failed' && !found) finish()
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
    onSettled: () => invalidateSoon(clientKeys.details, cache),
  })
  return {
    draft,
    marked,
    differing,
    busy: post.isPending,
    toggle: (clients: readonly Chosen['client'][], on: boolean): void => {
      setMarked(false)
      setChosen((now) => toggleClients(now, clients, on, common))
    },
    setCommonDate: (day: string): void => {
      draft.set({ common: day })
      if (day) setChosen((now) => now.map((c) => ({ ...c, dueDate: day })))
    },
    setDueDate: (id: string, dueDate: string): void => {
      setMarked(false)
      setChosen((now) => now.map((c) => (c.client.id === id ? { ...c, dueDate } : c)))
    },
    submit: (): void => {
      const problem = selectionProblem(draft.value.workformId, chosen)
      setMarked(problem !== undefined)
      if (problem) toastError(problem)
      else post.mutate(requestsOf(draft.value))
    },
    /** Called when the offer to change existing assignments was answered. */
    settle: (): void => {
      setDiffering(undefined)
      if (chosen.length === 0) finish()
    },
  }
}
