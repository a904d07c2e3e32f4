import { cleanLine } from '@portal/contract/text'
import type { SubmissionGroupsPage, SubmissionsPage } from '@portal/contract/review'
import type { SubmissionGroupBy } from '@portal/contract/submission-orders'
import type { SavedViews } from '@portal/contract/views'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { focusOf, type SubmissionsSearch } from './search.ts'

/** Prefix of the keys of all submissions queries. */
export const SUBMISSIONS_KEY = ['submissions'] as const
/** Prefix of the keys of all lists; the last element is the filter. */
export const LISTS_KEY = ['submissions', 'list'] as const
/** Prefix of the keys of all lists of groups. */
export const GROUPS_KEY = ['submissions', 'groups'] as const

/** Loads the cards of the list, or of one of its groups, in its order, paged by cursor. */
export const submissionsQuery = (search: SubmissionsSearch) => {
  const { q = '', filter = 'all', sort, workform, client } = search
  const filters = {
    q: cleanLine(q),
    filter,
    ...focusOf(search),
    ...(sort ? { sort } : {}),
    ...(workform ? { workform } : {}),
    ...(client ? { client } : {}),
  }
  return infiniteQueryOptions({
    queryKey: [...LISTS_KEY, filters] as const,
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
    queryKey: [...SUBMISSIONS_KEY, 'pair', workform, client] as const,
    queryFn: ({ signal }): Promise<SubmissionsPage> =>
      call(api.submissions.$get({ query: { workform, client } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

/** Loads the clients or workforms that have matching submissions, sorted by name. */
export const groupsQuery = (search: SubmissionsSearch, by: SubmissionGroupBy) => {
  const { q = '', filter = 'all' } = search
  const filters = { by, q: cleanLine(q), filter, ...focusOf(search) }
  return infiniteQueryOptions({
    queryKey: [...GROUPS_KEY, filters] as const,
    queryFn: ({ pageParam, signal }): Promise<SubmissionGroupsPage> =>
      call(
        api.submissions.groups.$get(
          { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Reads the saved views of lists. Another device may change them at any time. */
export const viewsQuery = queryOptions({
  queryKey: ['views'] as const,
  queryFn: ({ signal }): Promise<SavedViews> => call(api.profile.views.$get({}, { init: { signal } })),
  staleTime: 10_000,
})
