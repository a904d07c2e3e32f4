import { canonicalEmail } from '@portal/contract/canonical-email'
import { api, call, toastProblem, toastUndo } from '@portal/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { changeClient } from './change-client.ts'
import { refreshClient } from './live.ts'

/** Archives or restores a client. */
const archiveClient = (cache: QueryClient, id: string, archived: boolean): Promise<boolean> =>
  changeClient(cache, id, { kind: archived ? 'archive' : 'restore' })

/** Archives or restores a client, and offers to undo it. */
export function useArchiveClient() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, archived }: { id: string; name: string; archived: boolean }) =>
      archiveClient(cache, id, archived),
    onSuccess: (_, { id, name, archived }) =>
      toastUndo(
        archived ? `${name} archived` : `${name} restored`,
        () => archiveClient(cache, id, !archived),
        undefined,
        `archive ${id}`,
      ),
    onError: (error, { archived }) =>
      toastProblem(error, archived ? 'Failed to archive client' : 'Failed to restore client'),
  })
}

/** Archives or restores an assigned workform, and offers to undo it. */
export function useArchiveAssignment(clientId: string) {
  const cache = useQueryClient()
  const change = async (workformId: string, archived: boolean): Promise<void> => {
    const param = { id: clientId, workformId }
    await call(api.clients[':id'].workforms[':workformId'].archived.$put({ param, json: { archived } }))
    void refreshClient(cache, clientId)
  }
  return useMutation({
    mutationFn: ({ workformId, archived }: { workformId: string; name: string; archived: boolean }) =>
      change(workformId, archived),
    onSuccess: (_, { workformId, name, archived }) =>
      toastUndo(
        archived ? `"${name}" archived` : `"${name}" restored`,
        () => change(workformId, !archived),
        undefined,
        `archive ${clientId} ${workformId}`,
      ),
    onError: (error, { archived }) =>
      toastProblem(error, archived ? 'Failed to archive workform' : 'Failed to restore workform'),
  })
}

/** Returns the bookkeeper's client with an address: an active one, or one that is archived. */
export async function findByEmail(email: string, show?: 'archived') {
  const q = canonicalEmail(email)
  const { items } = await call(api.clients.$get({ query: { q, ...(show && { show }) } }))
  return items.find((client) => client.email === q)
}

/**
 * Restores the archived client with an address. Returns `active` if they are not archived anymore, as after another tab
 * has restored them, and `missing` if there is no such client anymore.
 * @throws ApiError when the client cannot be restored
 */
export async function restoreByEmail(cache: QueryClient, email: string): Promise<'restored' | 'active' | 'missing'> {
  const archived = await findByEmail(email, 'archived')
  if (archived) {
    await archiveClient(cache, archived.id, false)
    return 'restored'
  }
  void refreshClient(cache, undefined)
  return (await findByEmail(email)) ? 'active' : 'missing'
}
