import type { WorkformField } from '@portal/contract/fields'
import type { Workform } from '@portal/contract/workforms'
import { api, call, invalidateSoon, useIdempotency, useRealtime } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workformKeys, workformQuery } from './workforms.ts'

/** A workform to create. */
export interface NewWorkformInput {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
}

/** An edit, with the version that it is based on. */
export interface WorkformEdit {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
  version: number
}

/** Creates a workform. A retry with the same input creates no second one. */
export function useCreateWorkform() {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  return useMutation({
    mutationFn: (input: NewWorkformInput): Promise<Workform> =>
      call(api.workforms.$post({ json: input }, idempotency.optionsFor(input))),
    onSuccess: () => {
      // The next workform is a new one, even with the same input.
      idempotency.reset()
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Duplicates a workform. A retry after a lost response creates no second copy. */
export function useDuplicateWorkform() {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  return useMutation({
    mutationFn: (id: string): Promise<Workform> =>
      call(api.workforms[':id'].duplicate.$post({ param: { id } }, idempotency.optionsFor(id))),
    onSuccess: () => {
      idempotency.reset()
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Saves an edit. Fails with `stale` if the workform has changed since. */
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

/** Updates workforms on screen when live events report a change. */
export function useLiveWorkforms(): void {
  const cache = useQueryClient()
  useRealtime(['workform.changed'], () => invalidateSoon(workformKeys.all, cache))
}
