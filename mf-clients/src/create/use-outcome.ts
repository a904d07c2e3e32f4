import type { AssignWorkform } from '@portal/contract/assignments'
import type { ClientFolder, CreatedClient } from '@portal/contract/clients'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { api, call, isApiError, failFast, toastError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clientQuery, folderQuery, webhookQuery } from '../queries/clients.ts'
import { useIdempotency } from '../queries/idempotency.ts'
import { folderOutcome } from './folder.ts'

export const FOLDER_FAILED = 'Client created but folder setup failed. Please check storage permissions.'
/** How often it is asked whether the folder is written, while it is not, in ms. */
const LOOK_EVERY_MS = 3000

/** What came of the flow. */
export interface Outcome {
  client: CreatedClient
  folder: ClientFolder['state']
  webhook: OnboardingOutcome
  /** The assignment that was asked for. */
  wanted: { workform_id: string; due_date: string; notes?: string } | undefined
}

type Assignment = CreatedClient['assignment']

/** Tells each outcome once in a toast, in the specification's words. */
function useToasts(assignment: Assignment, folder: ClientFolder['state']): void {
  const told = useRef(new Set<string>())
  useEffect(() => {
    const once = (what: string, tell: () => void): void => {
      if (told.current.has(what)) return
      told.current.add(what)
      tell()
    }
    if (folder === 'failed') once('folder', () => toastError('Warning', FOLDER_FAILED))
    if (assignment?.ok === false)
      once('assignment', () => toastError('Warning', 'Client created but workform assignment failed.'))
    if (assignment?.ok && folder === 'ready') {
      once('all', () => toastSuccess('Client created successfully with folder structure and workform assignment'))
    }
  }, [assignment, folder])
}

/** What has happened so far, and how to try again what has not. */
export function useOutcome({ client, folder: first, webhook: told, wanted }: Outcome) {
  const cache = useQueryClient()
  const keyed = useIdempotency()
  const [assignment, setAssignment] = useState<Assignment>(client.assignment)
  const folder = useQuery({
    ...folderQuery(client.id),
    initialData: { state: first },
    refetchInterval: ({ state }) => (state.data?.state === 'ready' ? false : LOOK_EVERY_MS),
  }).data.state
  const webhook = useQuery({
    ...webhookQuery(client.id),
    initialData: told,
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : LOOK_EVERY_MS),
  }).data
  useToasts(assignment, folder)
  const write = useMutation({
    mutationFn: async (): Promise<unknown> => {
      await call(api.clients[':id'].folder.$post({ param: { id: client.id } }))
      return folderOutcome(client.id)
    },
    onError: (error) => toastProblem(error),
  })
  const assign = useMutation({
    mutationFn: (json: AssignWorkform) => call(api.assignments.$post({ json }, keyed(json))),
    onSuccess: ({ results: [result] }) => {
      setAssignment({ ok: result?.ok === true, reason: result?.reason ?? null })
      if (result?.ok) toastSuccess(`Workform assigned to ${client.name}`)
    },
    onError: (error) => {
      setAssignment({
        ok: false,
        reason: isApiError(error, 'not_found') ? 'This workform no longer exists.' : messageOf(error),
      })
      toastProblem(error, 'Failed to assign workform')
    },
  })
  const look = useMutation({
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
      if (!wanted || assign.isPending) return
      const { workform_id, due_date, notes } = wanted
      assign.mutate({ workform_id, clients: [{ client_id: client.id, due_date }], ...(notes ? { notes } : {}) })
    },
    folder,
    webhook,
    writing: write.isPending,
    writeFolder: () => write.mutate(),
    /** Something may have been assigned elsewhere. */
    lookAgain: () => look.mutate(),
  }
}

/** Nothing more is to come of it by itself. */
const isSettled = (webhook: OnboardingOutcome | undefined): boolean =>
  webhook !== undefined && webhook.state !== 'pending' && !(webhook.state === 'failed' && webhook.retried)

const messageOf = (error: unknown): string => (isApiError(error) ? error.detail : 'Please try again later.')
