import { cleanLine } from '@portal/contract/text'
import type { ClientSort, ClientView } from '@portal/contract/client-filters'
import type {
  ClientCounts,
  ClientDetail,
  ClientFolder,
  ClientSelection,
  ClientsPage,
  FoundClients,
  ListedClient,
} from '@portal/contract/clients'
import { PAGE_SIZE_MAX } from '@portal/contract/limits'
import type { ClientStatus } from '@portal/contract/statuses'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { idParam } from '@portal/kit/ui/search-params'
import { ApiError, api, call } from '@portal/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

export const DEFAULT_SORT: ClientSort = '-created'

/** Selects clients, as the search params of the list do. */
export interface ClientFilter {
  q?: string | undefined
  status?: ClientStatus | undefined
  show?: ClientView | undefined
  tag?: string | undefined
}

/** Search, filter and order of the list. */
export interface ClientListing extends ClientFilter {
  sort?: ClientSort | undefined
}

/** Returns a filter as query parameters, without those that are not set. */
export function filterParams({ q = '', status, show, tag }: ClientFilter) {
  const text = cleanLine(q)
  return { ...(text && { q: text }), ...(status && { status }), ...(show && { show }), ...(tag && { tag }) }
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
export function clientsQuery({ sort = DEFAULT_SORT, ...filter }: ClientListing) {
  const query = { ...filterParams(filter), sort }
  return infiniteQueryOptions({
    queryKey: [...clientKeys.lists, query] as const,
    queryFn: ({ pageParam, signal }): Promise<ClientsPage> =>
      call(
        api.clients.$get(
          { query: { limit: String(PAGE_SIZE_MAX), ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Lists all clients that match a filter, to select them. */
export function selectionQuery(filter: ClientFilter) {
  const query = filterParams(filter)
  return queryOptions({
    queryKey: ['clients', 'selection', query],
    queryFn: ({ signal }): Promise<ClientSelection> =>
      call(api.clients.selection.$get({ query }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Counts clients, in total and per status, and lists the firm's tags. */
export const countsQuery = queryOptions({
  queryKey: clientKeys.counts,
  queryFn: ({ signal }): Promise<ClientCounts> => call(api.clients.counts.$get({}, { init: { signal } })),
})

/** Counts the clients that a filter without a text finds. */
export function foundQuery({ status, show, tag }: ClientFilter) {
  const query = filterParams({ status, show, tag })
  return queryOptions({
    queryKey: [...clientKeys.counts, query] as const,
    queryFn: ({ signal }): Promise<FoundClients> => call(api.clients.found.$get({ query }, { init: { signal } })),
  })
}

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
export const rowsOf = (pages: ClientPages | undefined): ListedClient[] =>
  pages?.pages.flatMap((page) => page.items) ?? []
