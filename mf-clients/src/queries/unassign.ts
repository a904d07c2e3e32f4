import type { AssignResult } from '@portal/contract/assignments'
import { api, call } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { refreshClient } from './live.ts'
import { pause, withRetries } from './with-retries.ts'

/** Returns the clients who had no section of the workform before: those from whom Undo removes it. */
export const newlyAssigned = ({ results }: AssignResult): string[] =>
  results.flatMap(({ ok, is_new, client_id }) => (ok && is_new ? [client_id] : []))

const retrying = { pause, signal: new AbortController().signal, onRetry: () => undefined }

/**
 * Removes a workform that has just been assigned from the clients who had none of it before. Their mail about it is not
 * sent then. @throws the first error, after all clients have been tried
 */
export async function unassign(cache: QueryClient, assigned: AssignResult): Promise<void> {
  const errors: unknown[] = []
  const remove = (id: string) =>
    call(api.clients[':id'].workforms[':workformId'].$delete({ param: { id, workformId: assigned.workform_id } }))
  for (const id of newlyAssigned(assigned)) {
    await withRetries(() => remove(id), retrying).catch((error: unknown) => errors.push(error))
    void refreshClient(cache, id)
  }
  if (errors.length > 0) throw errors[0]
}
