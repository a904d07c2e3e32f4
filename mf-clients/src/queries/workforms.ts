import type { Workform, WorkformSummary } from '@portal/contract/workforms'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Query keys of workforms, separate from other remotes, which may cache other shapes. */
export const workformKeys = {
  all: ['clients', 'workforms'] as const,
}

/** A page of workforms. */
export interface WorkformSummaries {
  items: WorkformSummary[]
  next: string | null
}

/** Lists all templates of the firm and the starters, by name. */
export const templatesQuery = queryOptions({
  queryKey: [...workformKeys.all, 'templates'] as const,
  queryFn: async ({ signal }): Promise<WorkformSummary[]> =>
    (await call(api.workforms.templates.$get({}, { init: { signal } }))).items,
})

/** Lists the bookkeeper's own workforms, newest first, page by page. */
export function ownWorkformsQuery(search: string) {
  const q = search.trim()
  return infiniteQueryOptions({
    queryKey: [...workformKeys.all, 'own', q] as const,
    queryFn: ({ pageParam, signal }): Promise<WorkformSummaries> =>
      call(
        api.workforms.$get(
          { query: { ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Reads a workform with its fields. */
export function workformQuery(id: string) {
  return queryOptions({
    queryKey: [...workformKeys.all, 'detail', id] as const,
    queryFn: ({ signal }): Promise<Workform> =>
      call(api.workforms[':id'].$get({ param: { id } }, { init: { signal } })),
  })
}
