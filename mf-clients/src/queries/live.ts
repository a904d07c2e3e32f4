import type { ClientDetail } from '@portal/contract/clients'
import { invalidateSoon, isApiError, useRealtime } from '@portal/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ClientFilter, type ClientPages, clientKeys, clientQuery } from './clients.ts'
import { workformKeys } from './workforms.ts'

/** Lists with more loaded pages than this are not refetched as a whole. */
const REFETCHED_PAGES = 5

const isLong = (pages: ClientPages | undefined): boolean => (pages?.pages.length ?? 0) > REFETCHED_PAGES

/** Updates the client in all cached lists; `undefined` removes it. Archived clients have lists of their own. */
function patchLists(cache: QueryClient, id: string, client: ClientDetail | undefined): void {
  for (const [key, old] of cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists })) {
    const { show } = key[2] as ClientFilter
    const stays = client !== undefined && (client.archived_at !== null) === (show === 'archived')
    const pages = old?.pages.map((page) =>
      page.items.some((c) => c.id === id)
        ? { ...page, items: page.items.flatMap((c) => (c.id !== id ? [c] : stays ? [client] : [])) }
        : page,
    )
    if (old && pages) cache.setQueryData<ClientPages>(key, { ...old, pages })
  }
}

/**
 * Updates cached data after a client has changed, here or elsewhere. A list with many loaded pages
 * is patched in place: refetching a hundred pages for one row would block it.
 */
export async function refreshClient(cache: QueryClient, id: string | undefined): Promise<void> {
  invalidateSoon(clientKeys.counts, cache)
  cache.removeQueries({ queryKey: clientKeys.lists, type: 'inactive' })
  const long = cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists }).some(([, pages]) => isLong(pages))
  if (!long) invalidateSoon(clientKeys.lists, cache)
  // Many clients changed, as after an import elsewhere: a long list is refetched when it is next mounted.
  else if (id === undefined) void cache.invalidateQueries({ queryKey: clientKeys.lists, refetchType: 'none' })
  if (!long || id === undefined) {
    invalidateSoon(id === undefined ? clientKeys.details : clientKeys.detail(id), cache)
    return
  }
  try {
    patchLists(cache, id, await cache.fetchQuery({ ...clientQuery(id), staleTime: 0 }))
  } catch (error) {
    if (isApiError(error, 'not_found')) patchLists(cache, id, undefined)
  }
}

/** Resets the list to its first page, where new clients appear. */
export async function restartLists(cache: QueryClient): Promise<void> {
  invalidateSoon(clientKeys.counts, cache)
  cache.removeQueries({ queryKey: clientKeys.lists, type: 'inactive' })
  cache.setQueriesData<ClientPages>({ queryKey: clientKeys.lists }, (old) =>
    old ? { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) } : old,
  )
  await cache.invalidateQueries({ queryKey: clientKeys.lists })
}

/** Updates clients on screen when live events report a change. */
export function useLiveClients(): void {
  const cache = useQueryClient()
  // The list shows the progress of each client's sections, and the dialog also what the client has promised.
  useRealtime(
    ['client.changed', 'assignment.changed', 'section.changed', 'submission.changed'],
    (event) => void refreshClient(cache, event.ids.client_id),
  )
}

/** Updates lists of workforms when live events report a change. */
export function useLiveWorkforms(): void {
  const cache = useQueryClient()
  useRealtime(['workform.changed'], () => invalidateSoon(workformKeys.all, cache))
}
