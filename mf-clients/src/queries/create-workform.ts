import type { BuiltWorkform } from '@portal/contract/widgets'
import type { WorkformSummary } from '@portal/contract/workforms'
import { api, call, useIdempotency } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { summaryOf, workformKeys } from './workforms.ts'

/** Creates a workform from the builder's result and returns its summary. */
export function useCreateWorkform() {
  const cache = useQueryClient()
  const idempotency = useIdempotency()
  return useMutation({
    mutationFn: async (built: BuiltWorkform): Promise<WorkformSummary> =>
      summaryOf(await call(api.workforms.$post({ json: built }, idempotency.optionsFor(built)))),
    onSuccess: () => void cache.invalidateQueries({ queryKey: workformKeys.all }),
  })
}
