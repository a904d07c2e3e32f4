import type { Client } from '@portal/contract/clients'
import { type ApiError, api, call, isApiError, toastError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { clientQuery } from '../queries/clients.ts'
import { refreshClient } from '../queries/live.ts'
import { type ClientForm, differences, formOf, type Problems, problemsOf } from './form.ts'

/** Whether the address cannot be this client's. */
const isEmailRefused = (error: unknown): error is ApiError =>
  isApiError(error, 'client_email_taken') || isApiError(error, 'email_used_by_bookkeeper')

/** Problems of the fields that the server names. */
function serverProblems(error: unknown): Problems {
  if (isEmailRefused(error)) return { email: error.detail }
  return isApiError(error) ? Object.fromEntries(error.errors.map((e) => [e.path, e.message])) : {}
}

function store(id: string, { name, email, company, phone, status }: ClientForm, updated_at: string) {
  return call(api.clients[':id'].$patch({ param: { id }, json: { name, email, company, phone, status, updated_at } }))
}

/** An edit of a client at work. `onDone` is called when it is saved. */
export function useEdit(client: Client, onDone: () => void) {
  const cache = useQueryClient()
  const [base, setBase] = useState(client)
  const [form, setForm] = useState(() => formOf(client))
  const [problems, setProblems] = useState<Problems>({})
  const [lost, setLost] = useState<Partial<ClientForm>>()
  const showCurrent = async (): Promise<void> => {
    try {
      const current = await cache.fetchQuery({ ...clientQuery(client.id), staleTime: 0 })
      setLost(differences(form, formOf(base)))
      setBase(current)
      setForm(formOf(current))
      setProblems({})
      await refreshClient(cache, client.id)
    } catch (error) {
      toastProblem(error, 'Failed to load client information')
    }
  }
  const save = useMutation({
    mutationFn: () => store(client.id, form, base.updated_at),
    onSuccess: () => {
      toastSuccess('Client updated successfully')
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
    if (!form.name.trim() || !form.email.trim()) toastError('Name and email are required')
    else if (found.email) toastError(found.email)
    else save.mutate()
  }
  return {
    form,
    problems,
    /** What had been typed when someone else's change came first. */
    lost,
    busy: save.isPending,
    set: (change: Partial<ClientForm>): void => {
      setForm({ ...form, ...change })
      setProblems({})
    },
    restore: (): void => {
      setForm({ ...form, ...lost })
      setLost(undefined)
    },
    submit,
  }
}
