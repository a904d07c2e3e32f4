import type { ClientDetail } from '@portal/contract/clients'
import { invalidateSoon, isApiError, useRealtime } from '@portal/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ClientPages, clientKeys, clientQuery } from './clients.ts'
import { workformKeys } from './workforms.ts'

/** Up to this many loaded pages a list is refetched as a whole; beyond, a change touches its own row only. */
const REFETCHED_PAGES = 5

const isLong = (pages: ClientPages | undefined): boolean => (pages?.pages.length ?? 0) > REFETCHED_PAGES

/** Puts the client as it is now into the lists that hold it; `undefined` takes it out. */
function patchLists(cache: QueryClient, id: string, client: ClientDetail | undefined): void {
  cache.setQueriesData<ClientPages>({ queryKey: clientKeys.lists }, (old) => {
    if (!old) return old
    const pages = old.pages.map((page) =>
      page.items.some((c) => c.id === id)
        ? { ...page, items: page.items.flatMap((c) => (c.id !== id ? [c] : client ? [client] : [])) }
        : page,
    )
    return { ...old, pages }
  })
}

/**
 * Brings what is on screen up to date after a client has changed, here or elsewhere. A list in which one has scrolled far
 * is patched in place: refetching a hundred pages for one row would stall it.
 */
export async function refreshClient(cache: QueryClient, id: string | undefined): Promise<void> {
  invalidateSoon(clientKeys.counts, cache)
  cache.removeQueries({ queryKey: clientKeys.lists, type: 'inactive' })
  const long = cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists }).some(([, pages]) => isLong(pages))
  if (!long) invalidateSoon(clientKeys.lists, cache)
  // Many at once, as after an import elsewhere: a list in which one has scrolled far is fetched anew the next time it is looked at.
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

/** After a client was created: the list starts afresh with its first page, where the newest stand. */
export async function restartLists(cache: QueryClient): Promise<void> {
  invalidateSoon(clientKeys.counts, cache)
  cache.removeQueries({ queryKey: clientKeys.lists, type: 'inactive' })
  cache.setQueriesData<ClientPages>({ queryKey: clientKeys.lists }, (old) =>
    old ? { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) } : old,
  )
  await cache.invalidateQueries({ queryKey: clientKeys.lists })
}

/** Keeps the clients on screen as they are on the server. */
export function useLiveClients(): void {
  const cache = useQueryClient()
  useRealtime(['client.changed'], (event) => void refreshClient(cache, event.ids.client_id))
  useRealtime(['assignment.changed', 'section.changed'], (event) => {
    invalidateSoon(event.ids.client_id ? clientKeys.detail(event.ids.client_id) : clientKeys.details, cache)
  })
}

/** Keeps lists of workforms to choose from as they are on the server. */
export function useLiveWorkforms(): void {
  const cache = useQueryClient()
  useRealtime(['workform.changed'], () => invalidateSoon(workformKeys.all, cache))
}
