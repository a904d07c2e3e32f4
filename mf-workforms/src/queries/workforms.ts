import type { Workform, WorkformImpact, WorkformSummary } from '@portal/contract/workforms'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The tabs of the list, as the API takes them. */
export type WorkformTab = 'all' | 'templates' | 'client-forms'

/** What of the bookkeeper's workforms is listed. */
export interface WorkformFilter {
  q?: string | undefined
  tab?: WorkformTab | undefined
}

/** Whom a change or a deletion touches. */
export type Impact = WorkformImpact

/** A page of the list; `next` is null on the last one. */
export interface WorkformsPage {
  items: WorkformSummary[]
  next: string | null
}

/** Keys of everything about workforms; the first element is this remote's own. */
export const workformKeys = {
  all: ['workforms'] as const,
  lists: ['workforms', 'list'] as const,
}

/** The bookkeeper's workforms, newest first, page by page; the last list stays in sight while another one loads. */
export function workformsQuery({ q = '', tab = 'all' }: WorkformFilter) {
  const filter = { q: q.trim(), tab }
  return infiniteQueryOptions({
    queryKey: [...workformKeys.lists, filter] as const,
    queryFn: ({ pageParam, signal }): Promise<WorkformsPage> =>
      call(
        api.workforms.$get(
          { query: { tab, ...(filter.q ? { q: filter.q } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The rows of all pages that are loaded. */
export const rowsOf = (list: { pages: readonly WorkformsPage[] } | undefined): WorkformSummary[] =>
  list?.pages.flatMap((page) => page.items) ?? []

/** All templates of the firm and the built-in ones, by name. */
export const templatesQuery = queryOptions({
  queryKey: [...workformKeys.all, 'templates'] as const,
  queryFn: async ({ signal }): Promise<WorkformSummary[]> =>
    (await call(api.workforms.templates.$get({}, { init: { signal } }))).items,
})

/** A workform with its fields. */
export function workformQuery(id: string) {
  return queryOptions({
    queryKey: [...workformKeys.all, 'detail', id] as const,
    queryFn: ({ signal }): Promise<Workform> =>
      call(api.workforms[':id'].$get({ param: { id } }, { init: { signal } })),
  })
}

/** What a change of a workform, or its deletion, touches. Always asked anew: clients submit meanwhile. */
export function impactQuery(id: string) {
  return queryOptions({
    queryKey: [...workformKeys.all, 'impact', id] as const,
    queryFn: ({ signal }): Promise<Impact> =>
      call(api.workforms[':id'].impact.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}
