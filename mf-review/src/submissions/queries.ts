import type { SubmissionsPage } from '@portal/contract/review'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SubmissionsSearch } from './search.ts'

const LISTS = ['submissions', 'list'] as const
const PAIRS = ['submissions', 'pair'] as const

/** Prefix of the keys of all submissions queries. */
export const SUBMISSIONS_KEY = ['submissions'] as const
/** Prefix of the keys of all lists; the last element is the filter. */
export const LISTS_KEY = LISTS

/** Loads the cards of the page, newest activity first, paged by cursor. */
export const submissionsQuery = ({ q = '', filter = 'all', only, workform, client }: SubmissionsSearch) => {
  const filters = {
    q: q.trim(),
    filter,
    ...(only ? { only } : {}),
    ...(workform ? { workform } : {}),
    ...(client ? { client } : {}),
  }
  return infiniteQueryOptions({
    queryKey: [...LISTS, filters] as const,
    queryFn: ({ pageParam, signal }): Promise<SubmissionsPage> =>
      call(
        api.submissions.$get(
          { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Loads the card of a workform and a client; empty if nothing is assigned. Always refetched. */
export const pairQuery = (workform: string, client: string) =>
  queryOptions({
    queryKey: [...PAIRS, workform, client] as const,
    queryFn: ({ signal }): Promise<SubmissionsPage> =>
      call(api.submissions.$get({ query: { workform, client } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })
