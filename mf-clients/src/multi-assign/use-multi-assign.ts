import type { AssignResult } from '@portal/contract/assignments'
import { api, call, invalidateSoon, toastError, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientKeys } from '../queries/clients.ts'
import { useIdempotency } from '../queries/idempotency.ts'
import { type Chosen, selectionProblem, toggled, verdictOf, type Verdict } from './selection.ts'

const TOAST: Record<Verdict['kind'], (title: string, message?: string) => void> = {
  success: toastSuccess,
  'nothing-new': toastInfo,
  partial: toastError,
  failed: toastError,
}

/** What the multi-assign dialog holds and does. `onDone` is called when nothing is left to assign. */
export function useMultiAssign(initialWorkform: string | undefined, onDone: () => void) {
  const cache = useQueryClient()
  const keyed = useIdempotency()
  const [workformId, setWorkformId] = useState(initialWorkform)
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [common, setCommon] = useState('')
  const [notes, setNotes] = useState('')
  const [marked, setMarked] = useState(false)
  const post = useMutation({
    mutationFn: (json: ReturnType<typeof requestOf>): Promise<AssignResult> => call(api.assignments.$post({ json }, keyed(json))),
    onSuccess: (answer) => {
      const { kind, title, message, failed } = verdictOf(answer, (id) => chosen.find((c) => c.client.id === id)?.client.name ?? 'a client')
      invalidateSoon(clientKeys.details, cache)
      TOAST[kind](title, message)
      if (failed.size === 0) onDone()
      // What is left in the dialog is what did not work, with the reason beside each client.
      else setChosen((now) => now.flatMap((c) => (failed.has(c.client.id) ? [{ ...c, problem: failed.get(c.client.id) }] : [])))
    },
    onError: (error) => toastProblem(error, 'Failed to assign workform'),
  })
  const submit = (): void => {
    const problem = selectionProblem(workformId, chosen)
    if (problem || !workformId) {
      if (problem) toastError(problem)
      setMarked(true)
      return
    }
    post.mutate(requestOf(workformId, chosen, notes))
  }
  return {
    workformId,
    setWorkformId,
    chosen,
    toggle: (clients: readonly Chosen['client'][], on: boolean) => {
      setMarked(false)
      setChosen((now) => toggled(now, clients, on, common))
    },
    common,
    setCommon: (day: string) => {
      setCommon(day)
      if (day) setChosen((now) => now.map((c) => ({ ...c, dueDate: day })))
    },
    setDueDate: (id: string, dueDate: string) => {
      setMarked(false)
      setChosen((now) => now.map((c) => (c.client.id === id ? { ...c, dueDate } : c)))
    },
    notes,
    setNotes,
    marked,
    submit,
    busy: post.isPending,
  }
}

function requestOf(workformId: string, chosen: readonly Chosen[], notes: string) {
  const text = notes.trim()
  return {
    workform_id: workformId,
    clients: chosen.map(({ client, dueDate }) => ({ client_id: client.id, due_date: dueDate })),
    ...(text ? { notes: text } : {}),
  }
}
