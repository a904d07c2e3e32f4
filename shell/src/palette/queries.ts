import type { SearchResults } from '@portal/contract/search'
import { api, call } from '@portal/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readVisits, type Visit } from './recent.ts'

const NONE: SearchResults = {
  clients: { items: [], more: false },
  workforms: { items: [], more: false },
  submissions: { items: [], more: false },
}

/** Searches for a text. The previous results stay until the next ones arrive. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', 'search', q],
    queryFn: ({ signal }): Promise<SearchResults> => call(api.search.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 30_000,
    retry: 1,
  })

/** Recent items that were looked up, and those that still exist. */
export interface RecentItems {
  requested: readonly Visit[]
  found: SearchResults
}

/** Looks up the recent items that still exist. The result is kept, to show them at once and without a connection. */
export const recentQuery = queryOptions({
  queryKey: ['palette', 'recent'],
  queryFn: async ({ signal }): Promise<RecentItems> => {
    const requested = readVisits().filter(({ kind }) => kind !== 'page')
    const ids = requested.map(({ id }) => id).join(',')
    const found = ids ? await call(api.search.$get({ query: { ids } }, { init: { signal } })) : NONE
    return { requested, found }
  },
  staleTime: 0,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
})
