import { api, call } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { workformKeys } from '../queries/workforms.ts'

/**
 * Deletes workforms that were made in the flow and are not needed. The server keeps those that somebody needs by now.
 * If that fails, they stay in the list of workforms.
 */
export async function deleteMade(cache: QueryClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const query = { unused: 'true' } as const
  await Promise.allSettled(ids.map((id) => call(api.workforms[':id'].$delete({ param: { id }, query }))))
  void cache.invalidateQueries({ queryKey: workformKeys.all })
}
