import type { Client, ClientDetail, ClientFolder, ClientSelection, ClientsPage } from '@portal/contract/clients'
import { PAGE_SIZE_MAX } from '@portal/contract/limits'
import type { ClientStatus } from '@portal/contract/statuses'
import type { OnboardingOutcome } from '@portal/contract/webhooks'
import { idParam } from '@portal/kit/ui/search-params'
import { ApiError, api, call } from '@portal/sdk'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Orders of the list, as the API takes them; a minus means descending. */
export type ClientSort = 'created' | '-created' | 'name' | '-name'
export const DEFAULT_SORT: ClientSort = '-created'

/** What of the bookkeeper's clients is listed. */
export interface ClientFilter {
  q?: string | undefined
  status?: ClientStatus | undefined
  sort?: ClientSort | undefined
}

/** Figures of the count badges. */
export interface Counts {
  total: number
  new: number
  onboarding: number
  active: number
  inactive: number
}

/** The pages of a list as they lie in the query cache. */
export type ClientPages = InfiniteData<ClientsPage>

/** Keys of everything about clients; the first element is this remote's own. */
export const clientKeys = {
  lists: ['clients', 'list'] as const,
  counts: ['clients', 'counts'] as const,
  /** Addresses that cannot become clients: no list of clients. */
  taken: ['clients', 'taken'] as const,
  details: ['clients', 'detail'] as const,
  detail: (id: string) => ['clients', 'detail', id] as const,
}

/** The list of clients, page by page; the last list stays in sight while another one loads. */
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

/** Every client that a search finds: what 'Select all' selects. */
export function selectionQuery(search: string) {
  const q = search.trim()
  return queryOptions({
    queryKey: ['clients', 'selection', q],
    queryFn: ({ signal }): Promise<ClientSelection> =>
      call(api.clients.selection.$get({ query: q ? { q } : {} }, { init: { signal } })),
    staleTime: 0,
  })
}

/** How many clients there are, in all and per status. */
export const countsQuery = queryOptions({
  queryKey: clientKeys.counts,
  queryFn: ({ signal }): Promise<Counts> => call(api.clients.counts.$get({}, { init: { signal } })),
})

/** A client with the workforms assigned to it. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: clientKeys.detail(id),
    queryFn: async ({ signal }): Promise<ClientDetail> => {
      // A link that was cut off names no client: nothing to ask the server for.
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

/** Whether a new client's folder is written; asks until it is. */
export function folderQuery(id: string) {
  return queryOptions({
    queryKey: [...clientKeys.detail(id), 'folder'] as const,
    queryFn: ({ signal }): Promise<ClientFolder> =>
      call(api.clients[':id'].folder.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** What became of the webhook that tells of a new client. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...clientKeys.detail(id), 'webhook'] as const,
    queryFn: ({ signal }): Promise<OnboardingOutcome> =>
      call(api.clients[':id'].webhook.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** The rows of all pages that are loaded. */
export const rowsOf = (pages: ClientPages | undefined): Client[] => pages?.pages.flatMap((page) => page.items) ?? []
