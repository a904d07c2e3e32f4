import type { ClientsChange } from '@portal/contract/client-changes'
import { ApiError, api, call, idempotent, takeBackToast } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { refreshClient } from './live.ts'

/** What the toast that offers to restore an archived client is about. It is moot after any restore. */
export const RESTORE_OFFER = 'restore-client'

/**
 * Changes a client, and refreshes it on screen, also when it cannot be changed. Returns whether it differs now.
 * @throws ApiError with the reason when the client cannot be changed, as after it was deleted in another tab
 */
export async function changeClient(cache: QueryClient, id: string, change: ClientsChange): Promise<boolean> {
  const { results } = await call(api.clients.changes.$post({ json: { ids: [id], change } }, idempotent()))
  void refreshClient(cache, id)
  const result = results.find((r) => r.client_id === id)
  if (result?.ok) {
    if (change.kind === 'restore') takeBackToast(RESTORE_OFFER)
    return result.changed
  }
  throw new ApiError({
    code: 'unknown',
    title: 'Not changed',
    detail: result?.reason ?? 'Please try again later.',
    status: 200,
  })
}
