import { cleanLine } from '@portal/contract/text'
import { PAGE_SIZE } from '@portal/contract/limits'
import type { Workform, WorkformImpact, WorkformStatistics, WorkformSummary } from '@portal/contract/workforms'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Tabs of the list, as in the API. */
export type WorkformTab = 'all' | 'templates' | 'client-forms' | 'archived'

/** Search and tab of the list. */
export interface WorkformFilter {
  q?: string | undefined
  tab?: WorkformTab | undefined
}

/** A page of the list; `next` is null on the last one. */
export interface WorkformsPage {
  items: WorkformSummary[]
  next: string | null
}

/** Query keys of workforms. The first element is this remote's own. */
export const workformKeys = {
  all: ['workforms'] as const,
  lists: ['workforms', 'list'] as const,
}

/**
 * Lists the bookkeeper's workforms, newest first. The previous list stays visible while another one
 * loads.
 */
export function workformsQuery({ q = '', tab = 'all' }: WorkformFilter) {
  const filter = { q: cleanLine(q), tab }
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

/** Returns the rows of all loaded pages. */
export const rowsOf = (list: { pages: readonly WorkformsPage[] } | undefined): WorkformSummary[] =>
  list?.pages.flatMap((page) => page.items) ?? []

/** Lists the templates of the firm by name, then the starters, page by page. */
export function templatesQuery(search: string) {
  const q = cleanLine(search)
  return infiniteQueryOptions({
    queryKey: [...workformKeys.all, 'templates', q] as const,
    queryFn: ({ pageParam, signal }): Promise<WorkformsPage> =>
      call(
        api.workforms.templates.search.$get(
          { query: { limit: String(PAGE_SIZE), ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
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

/**
 * Reads what a change or deletion affects. Always refetches, since clients submit in the meantime.
 */
export function impactQuery(id: string) {
  return queryOptions({
    queryKey: [...workformKeys.all, 'impact', id] as const,
    queryFn: ({ signal }): Promise<WorkformImpact> =>
      call(api.workforms[':id'].impact.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Reads how a workform has been used. */
export function statisticsQuery(id: string) {
  return queryOptions({
    queryKey: [...workformKeys.all, 'statistics', id] as const,
    queryFn: ({ signal }): Promise<WorkformStatistics> =>
      call(api.workforms[':id'].statistics.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}
