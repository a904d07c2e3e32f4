import type { AssignResult } from '@portal/contract/assignments'
import { clientsPerBatch, MAX_ASSIGN_CLIENTS } from '@portal/contract/limits'
import type { WorkformSummary } from '@portal/contract/workforms'
import { api, call, useIdempotency } from '@portal/sdk'
import { useRef, useState } from 'react'
import { pause, withRetries } from '../queries/with-retries.ts'
import { assignmentRequest, type ConfirmedNotes } from '../picker/already-assigned.tsx'
import type { Chosen } from './selection.ts'

/** Splits the selection into requests that the API handles in one batch each, so that the progress shows each. */
export function requestsOf(workform: WorkformSummary, chosen: readonly Chosen[], given: ConfirmedNotes) {
  const clients = chosen.map(({ client, dueDate }) => ({ client_id: client.id, due_date: dueDate }))
  const size = Math.min(MAX_ASSIGN_CLIENTS, clientsPerBatch(workform.section_count))
  return Array.from({ length: Math.ceil(clients.length / size) }, (_, i) =>
    assignmentRequest(workform.id, clients.slice(i * size, (i + 1) * size), given),
  )
}

export type Requests = ReturnType<typeof requestsOf>

/** How many clients an assignment of several requests has reached. */
export interface Posted {
  done: number
  total: number
}

/** Holds the progress of an assignment, which may take several requests. */
export function usePosting() {
  const idempotency = useIdempotency()
  const stop = useRef(new AbortController())
  const [isStopping, setIsStopping] = useState(false)
  const [posted, setPosted] = useState<Posted>()
  return {
    /** Undefined for a single request. */
    posted,
    /** Whether the current request is the last. */
    isStopping,
    /** Sends no further request. */
    stop: (): void => {
      stop.current.abort()
      setIsStopping(true)
    },
    /** Sends the requests one after another. Calls `onResults` after each. */
    send: async (requests: Requests, onResults: (results: AssignResult['results']) => void): Promise<AssignResult> => {
      const all: AssignResult = { workform_id: requests[0]?.workform_id ?? '', results: [] }
      const total = requests.reduce((sum, { clients }) => sum + clients.length, 0)
      const report = (): void =>
        setPosted(requests.length > 1 ? { done: all.results.filter((r) => r.ok).length, total } : undefined)
      stop.current = new AbortController()
      setIsStopping(false)
      report()
      for (const json of requests) {
        if (stop.current.signal.aborted) break
        const { results } = await withRetries(
          () => call(api.assignments.$post({ json }, idempotency.optionsFor(json))),
          { signal: stop.current.signal, pause, onRetry: () => undefined },
        )
        all.results.push(...results)
        onResults(results)
        report()
      }
      return all
    },
  }
}
