import { groupSections } from '@portal/contract/fields'
import type { BuiltWorkform } from '@portal/contract/widgets'
import type { Workform, WorkformSummary } from '@portal/contract/workforms'
import { api, call } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotency } from './idempotency.ts'
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

/** Stores what was built as a workform of the bookkeeper, and gives its summary. */
export function useCreateWorkform() {
  const cache = useQueryClient()
  const keyed = useIdempotency()
  return useMutation({
    mutationFn: async (built: BuiltWorkform): Promise<WorkformSummary> =>
      summaryOf(await call(api.workforms.$post({ json: built }, keyed(built)))),
    onSuccess: () => void cache.invalidateQueries({ queryKey: workformKeys.all }),
  })
}
