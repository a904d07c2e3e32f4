import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { invalidateSoon, toastError, toastInfo, toastProblem, toastSuccess, toastUndo, useUser } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConfirmedNotes, type Differing, findDiffering } from '../picker/already-assigned.tsx'
import { defaultDueDate, dueDateAfterChoice } from '../picker/default-due-date.ts'
import { confirmedPreferences, type Instructions, NO_INSTRUCTIONS } from '../preferences/suggestion.ts'
import { clientKeys } from '../queries/clients.ts'
import { newlyAssigned, unassign } from '../queries/unassign.ts'
import { type Chosen, remaining, selectionProblem, summarizeResults, toggleClients } from './selection.ts'
import { type Requests, requestsOf, usePosting } from './use-posting.ts'

const TOASTS = { success: toastSuccess, 'nothing-new': toastInfo, failed: toastError }

interface Selection extends Instructions {
  workform: WorkformSummary | null
  chosen: Chosen[]
  /** The date for all clients, yyyy-mm-dd, or ''. */
  common: string
}

/** The workform and the clients with which the dialog opens. */
export interface Preselection {
  workform: WorkformSummary | null
  clients: readonly Chosen['client'][]
}

const draftName = ({ workform, clients: [first, ...others] }: Preselection): string =>
  first ? `multi-assign.${first.id}.${others.length}` : `multi-assign.${workform?.id ?? ''}`

/** Holds the selection. Each preselection has its own draft. */
function useSelection(preselected: Preselection) {
  const today = todayIn(useUser().time_zone)
  const [initial] = useState((): Selection => {
    const common = defaultDueDate(preselected.workform, today)
    const chosen = preselected.clients.map((client) => ({ client, dueDate: common }))
    return { workform: preselected.workform, chosen, common, ...NO_INSTRUCTIONS }
  })
  const draft = useDraft<Selection>(draftName(preselected), initial)
  const setChosen = (change: (now: readonly Chosen[], common: string) => Chosen[]): void =>
    draft.set((now) => ({ chosen: change(now.chosen, now.common) }))
  return {
    draft,
    setChosen,
    /** Chooses a workform. Its default due date is for the clients without another date. */
    choose: (next: WorkformSummary): void =>
      draft.set(({ workform, common, chosen }) => {
        const date = dueDateAfterChoice(common, workform, next, today)
        const moved = chosen.map((c) => (c.dueDate === '' || c.dueDate === common ? { ...c, dueDate: date } : c))
        return { workform: next, common: date, chosen: moved }
      }),
    setCommonDate: (day: string): void => {
      draft.set({ common: day })
      if (day) setChosen((now) => now.map((c) => ({ ...c, dueDate: day })))
    },
  }
}

/** Holds the state of the dialog and submits it. Calls `onDone` when nothing is left to assign. */
export function useMultiAssign(preselected: Preselection, onDone: () => void) {
  const cache = useQueryClient()
  const { send, ...posting } = usePosting()
  const { setChosen, ...selection } = useSelection(preselected)
  const { draft } = selection
  const { workform, chosen, notes } = draft.value
  const confirmed = (): ConfirmedNotes => ({
    notes,
    preferences: confirmedPreferences(draft.value, { dueDate: draft.value.common, clientId: null }),
  })
  const [marked, setMarked] = useState(false)
  const [differing, setDiffering] = useState<Differing>()
  const finish = (): void => {
    draft.discard()
    onDone()
  }
  const post = useMutation({
    // Assigned clients leave the selection after each request, so that a retry covers the rest.
    mutationFn: (requests: Requests) => send(requests, (results) => setChosen((now) => remaining(now, results))),
    onSuccess: (response, requests) => {
      const total = requests.reduce((sum, { clients }) => sum + clients.length, 0)
      const isStopped = response.results.length < total
      const nameOf = (id: string): string => chosen.find((c) => c.client.id === id)?.client.name ?? 'a client'
      const { kind, title, message } = summarizeResults(response, nameOf)
      if (kind === 'success' && !isStopped && newlyAssigned(response).length > 0)
        toastUndo(title, () => unassign(cache, response), message)
      else if (!isStopped || kind === 'failed') TOASTS[kind](title, message)
      const found = findDiffering(response, requests, confirmed())
      setDiffering(found)
      if (kind !== 'failed' && !found && !isStopped) finish()
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
    onSettled: () => invalidateSoon(clientKeys.details, cache),
  })
  return {
    ...selection,
    marked,
    differing,
    busy: post.isPending,
    ...posting,
    toggle: (clients: readonly Chosen['client'][], on: boolean): void => {
      setMarked(false)
      setChosen((now, common) => toggleClients(now, clients, on, common))
    },
    setDueDate: (id: string, dueDate: string): void => {
      setMarked(false)
      setChosen((now) => now.map((c) => (c.client.id === id ? { ...c, dueDate } : c)))
    },
    submit: (): void => {
      const problem = selectionProblem(workform, chosen)
      setMarked(problem !== undefined)
      toastFormProblem(problem)
      if (!problem && workform) post.mutate(requestsOf(workform, chosen, confirmed()))
    },
    /** Called when the offer to change existing assignments was answered. */
    settle: (): void => {
      setDiffering(undefined)
      if (chosen.length === 0) finish()
    },
  }
}
