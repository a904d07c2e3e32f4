import { canonicalEmail } from '@portal/contract/canonical-email'
import { isBlank } from '@portal/contract/text'
import type { Client } from '@portal/contract/clients'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import {
  type ApiError,
  api,
  call,
  isApiError,
  failFast,
  toastInfo,
  toastProblem,
  toastSuccess,
  toastUndo,
} from '@portal/sdk'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { clientQuery } from '../queries/clients.ts'
import { refreshClient } from '../queries/live.ts'
import { type ClientForm, differences, formOf, type Problems, problemsOf } from './form.ts'

/** Returns whether the server refused the email address. */
const isEmailRefused = (error: unknown): error is ApiError =>
  isApiError(error, 'client_email_taken') ||
  isApiError(error, 'client_archived') ||
  isApiError(error, 'archived') ||
  isApiError(error, 'email_used_by_bookkeeper') ||
  isApiError(error, 'client_refused')

/** Returns the field errors in a server response. */
function serverProblems(error: unknown): Problems {
  if (isEmailRefused(error)) return { email: error.detail }
  return isApiError(error) ? Object.fromEntries(error.errors.map((e) => [e.path, e.message])) : {}
}

function saveClient(id: string, { name, email, company, phone, status }: ClientForm, updated_at: string) {
  return call(api.clients[':id'].$patch({ param: { id }, json: { name, email, company, phone, status, updated_at } }))
}

interface EditDraft extends ClientForm {
  /** Unsaved edits that were set aside because another change was saved first. */
  lost: Partial<ClientForm> | null
}

/** Returns the message for a form that cannot be saved. */
function problemOf(form: ClientForm, found: Problems): string | undefined {
  return isBlank(form.name) || isBlank(form.email) ? 'Name and email are required' : found.email
}

/** Confirms the save, and offers to undo it. Mentions a new address that the client has to confirm first. */
function toastSaved({ id, email }: Client, form: ClientForm, undo: (() => Promise<unknown>) | undefined): void {
  const about = `edit ${id}`
  if (undo) toastUndo('Client updated successfully', undo, undefined, about)
  else toastSuccess('Client updated successfully', undefined, about)
  const requested = canonicalEmail(form.email)
  if (email !== requested)
    toastInfo(
      'Waiting for confirmation',
      `Email and sign-in stay with ${email} until the client confirms ${requested}.`,
    )
}

/** Returns a function that undoes a saved edit; undefined when a mail has gone to a new address. */
function undoOf(cache: QueryClient, before: Client, { id, updated_at }: Client, form: ClientForm) {
  if (canonicalEmail(form.email) !== before.email) return undefined
  return async (): Promise<void> => {
    await saveClient(id, formOf(before), updated_at)
    void refreshClient(cache, id)
  }
}

/** Holds the state of the edit form. Calls `onDone` after a successful save. */
export function useEdit(client: Client, onDone: () => void) {
  const cache = useQueryClient()
  const [base, setBase] = useState(client)
  const draft = useDraft<EditDraft>(`client.${client.id}`, { ...formOf(base), lost: null })
  const { lost, ...form } = draft.value
  const [problems, setProblems] = useState<Problems>({})
  const showCurrent = async (): Promise<void> => {
    try {
      const current = await cache.fetchQuery({ ...clientQuery(client.id), ...failFast, staleTime: 0 })
      const typed = differences(form, formOf(base))
      draft.discard()
      draft.set({ lost: { ...lost, ...typed } })
      setBase(current)
      setProblems({})
      await refreshClient(cache, client.id)
    } catch (error) {
      toastProblem(error, 'Failed to load client information')
    }
  }
  const save = useMutation({
    mutationFn: () => saveClient(client.id, form, base.updated_at),
    onSuccess: (saved) => {
      toastSaved(saved, form, undoOf(cache, base, saved, form))
      draft.discard()
      onDone()
      void refreshClient(cache, client.id)
    },
    onError: async (error) => {
      if (isApiError(error, 'stale')) {
        toastProblem(error)
        await showCurrent()
        return
      }
      setProblems(serverProblems(error))
      toastProblem(error, isEmailRefused(error) ? undefined : 'Failed to update client')
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (save.isPending) return
    const found = problemsOf(form)
    setProblems(found)
    const problem = problemOf(form, found)
    toastFormProblem(problem)
    if (!problem) save.mutate()
  }
  return {
    form,
    draft,
    problems,
    lost,
    busy: save.isPending,
    set: (change: Partial<ClientForm>): void => {
      draft.set(change)
      setProblems({})
    },
    restore: (): void => draft.set({ ...lost, lost: null }),
    submit,
  }
}
