import type { AssignWorkform } from '@portal/contract/assignments'
import type { ClientFolder, CreatedClient } from '@portal/contract/clients'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import {
  api,
  call,
  errorMessage,
  failFast,
  isApiError,
  toastError,
  toastProblem,
  toastSuccess,
  useIdempotency,
} from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clientQuery, folderQuery, webhookQuery } from '../queries/clients.ts'
import { waitForFolder } from './wait-for.ts'

export const FOLDER_FAILED = 'Client created but folder setup failed. Please check storage permissions.'
/** Poll interval in ms while the folder or webhook is pending. */
const POLL_INTERVAL_MS = 3000

/** The outcome of the flow. */
export interface Outcome {
  client: CreatedClient
  folder: ClientFolder['state']
  webhook: OnboardingOutcome
  /** The requested workforms with their due dates, in the order of the results. */
  requested: readonly { workform: { id: string; name: string }; dueDate: string }[]
  /** Notes and confirmed preferences for all of them. */
  instructions: Pick<AssignWorkform, 'notes' | 'preferences'>
}

type Result = CreatedClient['assignments'][number]

/** Returns the results after the bookkeeper has assigned workforms in another dialog, in place of those that failed. */
function withAssigned(results: readonly Result[], assigned: number): Result[] {
  let replaced = assigned - results.filter(({ ok }) => ok).length
  return results.map((result) => (result.ok || replaced-- <= 0 ? result : { ...result, ok: true, reason: null }))
}

/** Shows each outcome once as a toast. */
function useToasts(results: readonly Result[], folder: ClientFolder['state']): void {
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const once = (key: string, showToast: () => void): void => {
      if (shown.current.has(key)) return
      shown.current.add(key)
      showToast()
    }
    if (folder === 'failed') once('folder', () => toastError('Warning', FOLDER_FAILED))
    if (results.some(({ ok }) => !ok))
      once('assignment', () => toastError('Warning', 'Client created but workform assignment failed.'))
    if (results.length > 0 && results.every(({ ok }) => ok) && folder === 'ready') {
      once('all', () => toastSuccess('Client created successfully with folder structure and workform assignment'))
    }
  }, [results, folder])
}

/** Tracks the folder and the webhook until they are settled. */
function useEffects(clientId: string, initialFolder: Outcome['folder'], initialWebhook: Outcome['webhook']) {
  const folder = useQuery({
    ...folderQuery(clientId),
    initialData: { state: initialFolder },
    refetchInterval: ({ state }) => (state.data?.state === 'ready' ? false : POLL_INTERVAL_MS),
  }).data.state
  const webhook = useQuery({
    ...webhookQuery(clientId),
    initialData: initialWebhook,
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : POLL_INTERVAL_MS),
  }).data
  return { folder, webhook }
}

/** Tracks the outcome, and retries what failed. */
export function useOutcome({
  client,
  folder: initialFolder,
  webhook: initialWebhook,
  requested,
  instructions,
}: Outcome) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  const [results, setResults] = useState<readonly Result[]>(client.assignments)
  const [hasOther, setHasOther] = useState(false)
  const setResult = (id: string, ok: boolean, reason: string | null): void =>
    setResults((now) => now.map((r) => (r.workform_id === id ? { ...r, ok, reason } : r)))
  const { folder, webhook } = useEffects(client.id, initialFolder, initialWebhook)
  useToasts(results, folder)
  const write = useMutation({
    mutationFn: async (): Promise<unknown> => {
      await call(api.clients[':id'].folder.$post({ param: { id: client.id } }))
      return waitForFolder(client.id)
    },
    onError: (error) => toastProblem(error),
  })
  const assign = useMutation({
    mutationFn: (json: AssignWorkform) => call(api.assignments.$post({ json }, idempotency.optionsFor(json))),
    onSuccess: ({ results: [result] }, { workform_id }) => {
      setResult(workform_id, result?.ok === true, result?.reason ?? null)
      if (result?.ok) toastSuccess(`Workform assigned to ${client.name}`)
    },
    onError: (error, { workform_id }) => {
      const isGone = isApiError(error, 'not_found')
      setResult(workform_id, false, isGone ? 'This workform no longer exists.' : errorMessage(error))
      toastProblem(error, 'Failed to assign workform')
    },
  })
  const reload = useMutation({
    mutationFn: () => cache.fetchQuery({ ...clientQuery(client.id), ...failFast, staleTime: 0 }),
    onSuccess: ({ workforms }) => {
      setHasOther(workforms.length > 0)
      setResults((now) => withAssigned(now, workforms.length))
    },
    onError: (error) => toastProblem(error, 'Failed to load client information'),
  })
  return {
    results: results.map((result, i) => ({ ...result, name: requested[i]?.workform.name ?? '' })),
    /** Whether a workform was assigned although none was selected in the flow. */
    hasOther,
    assigning: assign.isPending,
    assign: (workformId: string) => {
      const again = requested.find(({ workform }) => workform.id === workformId)
      if (!again || assign.isPending) return
      const clients = [{ client_id: client.id, due_date: again.dueDate }]
      assign.mutate({ workform_id: workformId, clients, ...instructions })
    },
    folder,
    webhook,
    writing: write.isPending,
    writeFolder: () => write.mutate(),
    /** Reloads the assignment, which may have been made in another dialog. */
    refresh: () => reload.mutate(),
  }
}

/** Returns whether the webhook outcome is final. */
const isSettled = (webhook: OnboardingOutcome | undefined): boolean =>
  webhook !== undefined && webhook.state !== 'pending' && !(webhook.state === 'failed' && webhook.retried)
