import type { BuiltWorkform } from '@portal/contract/widgets'
import type { Workform } from '@portal/contract/workforms'
import { api, call, invalidateSoon, toastProblem, toastUndo, useIdempotency, useRealtime } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workformKeys, workformQuery } from './workforms.ts'

/** Creates a workform, or duplicates one given by its id. A retry with the same input creates no second one. */
export function useCreateWorkform() {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  return useMutation({
    mutationFn: (input: BuiltWorkform | string): Promise<Workform> =>
      call(
        typeof input === 'string'
          ? api.workforms[':id'].duplicate.$post({ param: { id: input } }, idempotency.optionsFor(input))
          : api.workforms.$post({ json: input }, idempotency.optionsFor(input)),
      ),
    onSuccess: () => {
      // The next workform is a new one, even with the same input.
      idempotency.reset()
      invalidateSoon(workformKeys.all, cache)
    },
    onError: (error) => toastProblem(error, 'Failed to create form', { signIn: 'Please sign in to create workforms' }),
  })
}

/** Saves an edit. Fails with `stale` if the workform has changed since `version`. */
export function useUpdateWorkform(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (json: BuiltWorkform & { version: number }): Promise<Workform> =>
      call(api.workforms[':id'].$patch({ param: { id }, json })),
    onSuccess: (workform) => {
      cache.setQueryData(workformQuery(id).queryKey, workform)
      invalidateSoon(workformKeys.all, cache)
    },
  })
}

/** Updates workforms on screen when live events report a change. */
export function useLiveWorkforms(): void {
  const cache = useQueryClient()
  useRealtime(['workform.changed'], () => invalidateSoon(workformKeys.all, cache))
}

/** Archives or restores a workform, and offers to undo it. */
export function useArchiveWorkform() {
  const cache = useQueryClient()
  const change = async (id: string, archived: boolean): Promise<void> => {
    await call(api.workforms[':id'].archived.$put({ param: { id }, json: { archived } }))
    invalidateSoon(workformKeys.all, cache)
  }
  return useMutation({
    mutationFn: ({ id, archived }: { id: string; name: string; archived: boolean }) => change(id, archived),
    onSuccess: (_, { id, name, archived }) =>
      toastUndo(
        archived ? `"${name}" archived` : `"${name}" restored`,
        () => change(id, !archived),
        undefined,
        `archive ${id}`,
      ),
    onError: (error, { archived }) =>
      toastProblem(error, archived ? 'Failed to archive form' : 'Failed to restore form'),
  })
}
