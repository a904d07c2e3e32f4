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
  /** The requested assignment. */
  requested: { workform_id: string; due_date: string; notes?: string } | undefined
}

type Assignment = CreatedClient['assignment']

/** Shows each outcome once as a toast. */
function useToasts(assignment: Assignment, folder: ClientFolder['state']): void {
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const once = (key: string, showToast: () => void): void => {
      if (shown.current.has(key)) return
      shown.current.add(key)
      showToast()
    }
    if (folder === 'failed') once('folder', () => toastError('Warning', FOLDER_FAILED))
    if (assignment?.ok === false)
      once('assignment', () => toastError('Warning', 'Client created but workform assignment failed.'))
    if (assignment?.ok && folder === 'ready') {
      once('all', () => toastSuccess('Client created successfully with folder structure and workform assignment'))
    }
  }, [assignment, folder])
}

/** Tracks the outcome, and retries what failed. */
export function useOutcome({ client, folder: initialFolder, webhook: initialWebhook, requested }: Outcome) {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  const [assignment, setAssignment] = useState<Assignment>(client.assignment)
  const folder = useQuery({
    ...folderQuery(client.id),
    initialData: { state: initialFolder },
    refetchInterval: ({ state }) => (state.data?.state === 'ready' ? false : POLL_INTERVAL_MS),
  }).data.state
  const webhook = useQuery({
    ...webhookQuery(client.id),
    initialData: initialWebhook,
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : POLL_INTERVAL_MS),
  }).data
  useToasts(assignment, folder)
  const write = useMutation({
    mutationFn: async (): Promise<unknown> => {
      await call(api.clients[':id'].folder.$post({ param: { id: client.id } }))
      return waitForFolder(client.id)
    },
    onError: (error) => toastProblem(error),
  })
  const assign = useMutation({
    mutationFn: (json: AssignWorkform) => call(api.assignments.$post({ json }, idempotency.optionsFor(json))),
    onSuccess: ({ results: [result] }) => {
      setAssignment({ ok: result?.ok === true, reason: result?.reason ?? null })
      if (result?.ok) toastSuccess(`Workform assigned to ${client.name}`)
    },
    onError: (error) => {
      setAssignment({
        ok: false,
        reason: isApiError(error, 'not_found') ? 'This workform no longer exists.' : errorMessage(error),
      })
      toastProblem(error, 'Failed to assign workform')
    },
  })
  const reload = useMutation({
    mutationFn: () => cache.fetchQuery({ ...clientQuery(client.id), ...failFast, staleTime: 0 }),
    onSuccess: ({ workforms }) => {
      if (workforms.length > 0) setAssignment({ ok: true, reason: null })
    },
    onError: (error) => toastProblem(error, 'Failed to load client information'),
  })
  return {
    assignment,
    assigning: assign.isPending,
    assign: () => {
      if (!requested || assign.isPending) return
      const { workform_id, due_date, notes } = requested
      assign.mutate({ workform_id, clients: [{ client_id: client.id, due_date }], ...(notes ? { notes } : {}) })
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
