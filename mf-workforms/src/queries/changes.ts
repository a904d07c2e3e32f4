import type { WorkformField } from '@portal/contract/fields'
import type { Workform } from '@portal/contract/workforms'
import { api, call, idempotent, invalidateSoon, newIdempotencyKey, useRealtime } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { workformKeys, workformQuery } from './workforms.ts'

/** A workform that is to be stored. */
export interface NewWorkformInput {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
}

/** A stored workform as it is to become, with the version the edit was made on. */
export interface WorkformEdit {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
  version: number
}

/** Stores a new workform. The same input sent again (after a lost answer) makes no second one. */
export function useCreateWorkform() {
  const cache = useQueryClient()
  const last = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: (input: NewWorkformInput): Promise<Workform> => {
      const body = JSON.stringify(input)
      if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() }
      return call(api.workforms.$post({ json: input }, idempotent(last.current.key)))
    },
    onSuccess: () => {
      // Made again on purpose, it is another one.
      last.current = { body: '', key: '' }
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Copies a workform, named as a copy. Tried again after a lost answer, it makes no second one. */
export function useDuplicateWorkform() {
  const cache = useQueryClient()
  const last = useRef({ id: '', key: '' })
  return useMutation({
    mutationFn: (id: string): Promise<Workform> => {
      if (last.current.id !== id) last.current = { id, key: newIdempotencyKey() }
      return call(api.workforms[':id'].duplicate.$post({ param: { id } }, idempotent(last.current.key)))
    },
    onSuccess: () => {
      last.current = { id: '', key: '' }
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Stores an edit. Fails with `stale` where the workform has another version by now. */
export function useUpdateWorkform(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (json: WorkformEdit): Promise<Workform> => call(api.workforms[':id'].$patch({ param: { id }, json })),
    onSuccess: (workform) => {
      cache.setQueryData(workformQuery(id).queryKey, workform)
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Deletes a workform. */
export function useDeleteWorkform(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.workforms[':id'].$delete({ param: { id } })),
    onSuccess: () => {
      cache.removeQueries({ queryKey: workformQuery(id).queryKey })
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Keeps the workforms on screen as they are on the server. */
export function useLiveWorkforms(): void {
  const cache = useQueryClient()
  useRealtime(['workform.changed'], () => invalidateSoon(workformKeys.all, cache))
}
