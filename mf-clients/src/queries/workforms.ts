import { cleanLine } from '@portal/contract/text'
import { groupSections } from '@portal/contract/fields'
import { PAGE_SIZE } from '@portal/contract/limits'
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

/** The workforms to choose from: the bookkeeper's own, newest first, or the templates of the firm and the starters. */
export type WorkformChoice = 'own' | 'templates'

/** Lists workforms to choose from, page by page. */
export function choicesQuery(choice: WorkformChoice, search: string) {
  const q = cleanLine(search)
  return infiniteQueryOptions({
    queryKey: [...workformKeys.all, choice, q] as const,
    queryFn: ({ pageParam, signal }): Promise<WorkformSummaries> => {
      const query = { limit: String(PAGE_SIZE), ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) }
      const init = { init: { signal } }
      return call(
        choice === 'own' ? api.workforms.$get({ query }, init) : api.workforms.templates.search.$get({ query }, init),
      )
    },
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

/** Returns a workform as lists show it. */
export const summaryOf = ({
  id,
  name,
  description,
  is_template,
  fields,
  due_days,
  created_at,
  updated_at,
}: Workform): WorkformSummary => ({
  id,
  name,
  description,
  is_template,
  field_count: fields.length,
  section_count: groupSections(fields).length,
  due_days,
  created_at,
  updated_at,
})
