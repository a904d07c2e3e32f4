import { api, call } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { workformKeys } from '../queries/workforms.ts'

/**
 * Deletes workforms that were made in the flow and are not needed, unless they were assigned in the meantime. If that
 * fails, they stay in the list of workforms.
 */
export async function deleteMade(cache: QueryClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await Promise.allSettled(
    ids.map(async (id) => {
      const { active_assignments } = await call(api.workforms[':id'].impact.$get({ param: { id } }))
      if (active_assignments === 0) await call(api.workforms[':id'].$delete({ param: { id } }))
    }),
  )
  void cache.invalidateQueries({ queryKey: workformKeys.all })
}
