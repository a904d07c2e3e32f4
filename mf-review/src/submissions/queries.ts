import type { SubmissionsPage } from '@portal/contract/review'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SubmissionsSearch } from './search.ts'

const LISTS = ['submissions', 'list'] as const
const PAIRS = ['submissions', 'pair'] as const

/** Key under which every submissions query lies. */
export const SUBMISSIONS_KEY = ['submissions'] as const
/** Key under which every list lies; the last element is what it was narrowed to. */
export const LISTS_KEY = LISTS

/** The cards of the page, newest activity first, by key. */
export const submissionsQuery = ({ q = '', filter = 'all', only, workform, client }: SubmissionsSearch) => {
  const narrowed = {
    q: q.trim(),
    filter,
    ...(only ? { only } : {}),
    ...(workform ? { workform } : {}),
    ...(client ? { client } : {}),
  }
  return infiniteQueryOptions({
    queryKey: [...LISTS, narrowed] as const,
    queryFn: ({ pageParam, signal }): Promise<SubmissionsPage> =>
      call(
        api.submissions.$get(
          { query: { ...narrowed, ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The one card of a workform and a client; its list is empty where nothing is assigned any more. Always fetched anew. */
export const pairQuery = (workform: string, client: string) =>
  queryOptions({
    queryKey: [...PAIRS, workform, client] as const,
    queryFn: ({ signal }): Promise<SubmissionsPage> =>
      call(api.submissions.$get({ query: { workform, client } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })
