import { groupSections } from '@portal/contract/fields'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { Workform, WorkformSummary } from '@portal/contract/workforms'
import { api, call, useIdempotency } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workformKeys } from './workforms.ts'

const summaryOf = ({
  id,
  name,
  description,
  is_template,
  fields,
  created_at,
  updated_at,
}: Workform): WorkformSummary => ({
  id,
  name,
  description,
  is_template,
  field_count: fields.length,
  section_count: groupSections(fields).length,
  created_at,
  updated_at,
})

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
