import type { Client, ClientDetail, ClientFolder, ClientSelection, ClientsPage } from '@portal/contract/clients'
import { PAGE_SIZE_MAX } from '@portal/contract/limits'
import type { ClientStatus } from '@portal/contract/statuses'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { idParam } from '@portal/kit/ui/search-params'
import { ApiError, api, call } from '@portal/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Sort orders of the list, as in the API; a minus means descending. */
export type ClientSort = 'created' | '-created' | 'name' | '-name'
export const DEFAULT_SORT: ClientSort = '-created'

/** Search, filter and order of the list. */
export interface ClientFilter {
  q?: string | undefined
  status?: ClientStatus | undefined
  sort?: ClientSort | undefined
}

/** Numbers shown on the count badges. */
export interface Counts {
  total: number
  new: number
  onboarding: number
  active: number
  inactive: number
}

/** Loaded pages of a list in the query cache. */
export type ClientPages = InfiniteData<ClientsPage>

/** Query keys of clients. The first element is this remote's own. */
export const clientKeys = {
  lists: ['clients', 'list'] as const,
  counts: ['clients', 'counts'] as const,
  /** Email addresses that cannot be used for new clients. */
  taken: ['clients', 'taken'] as const,
  details: ['clients', 'detail'] as const,
  detail: (id: string) => ['clients', 'detail', id] as const,
}

/** Lists clients page by page. The previous list stays visible while another one loads. */
export function clientsQuery({ q = '', status, sort = DEFAULT_SORT }: ClientFilter) {
  const filter = { q: q.trim(), status, sort }
  return infiniteQueryOptions({
    queryKey: [...clientKeys.lists, filter] as const,
    queryFn: ({ pageParam, signal }): Promise<ClientsPage> =>
      call(
        api.clients.$get(
          {
            query: {
              limit: String(PAGE_SIZE_MAX),
              sort: filter.sort,
              ...(filter.q ? { q: filter.q } : {}),
              ...(status ? { status } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Lists all clients that match a search, for 'Select all'. */
export function selectionQuery(search: string) {
  const q = search.trim()
  return queryOptions({
    queryKey: ['clients', 'selection', q],
    queryFn: ({ signal }): Promise<ClientSelection> =>
      call(api.clients.selection.$get({ query: q ? { q } : {} }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Counts clients, in total and per status. */
export const countsQuery = queryOptions({
  queryKey: clientKeys.counts,
  queryFn: ({ signal }): Promise<Counts> => call(api.clients.counts.$get({}, { init: { signal } })),
})

/** Reads a client with its assigned workforms. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: clientKeys.detail(id),
    queryFn: async ({ signal }): Promise<ClientDetail> => {
      // The id of a truncated link is not valid: no request is needed.
      if (!idParam(id))
        throw new ApiError({
          code: 'not_found',
          title: 'Not found',
          detail: 'This client was not found. Is the link complete?',
          status: 404,
        })
      return call(api.clients[':id'].$get({ param: { id } }, { init: { signal } }))
    },
  })
}

/** Reads the state of a new client's folder. */
export function folderQuery(id: string) {
  return queryOptions({
    queryKey: [...clientKeys.detail(id), 'folder'] as const,
    queryFn: ({ signal }): Promise<ClientFolder> =>
      call(api.clients[':id'].folder.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Reads the outcome of the webhook for a new client. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...clientKeys.detail(id), 'webhook'] as const,
    queryFn: ({ signal }): Promise<OnboardingOutcome> =>
      call(api.clients[':id'].webhook.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Returns the rows of all loaded pages. */
export const rowsOf = (pages: ClientPages | undefined): Client[] => pages?.pages.flatMap((page) => page.items) ?? []
