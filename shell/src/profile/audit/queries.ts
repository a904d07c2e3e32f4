import { isBlank } from '@portal/contract/text'
import type { AuditPage } from '@portal/contract/audit'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditSearch } from './audit-search.ts'

/** Loads the audit log page by page, newest first. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      call(api.audit.$get({ query: { ...search, ...(pageParam ? { cursor: pageParam } : {}) } }, { init: { signal } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** Loads the first clients that match a search. */
export const clientSearch = (q: string) =>
  queryOptions({
    queryKey: ['audit', 'clients', q],
    queryFn: async ({ signal }): Promise<{ id: string; name: string; email: string }[]> =>
      (await call(api.clients.$get({ query: { q, limit: '6', sort: 'name' } }, { init: { signal } }))).items,
    enabled: !isBlank(q),
    placeholderData: keepPreviousData,
  })

/** Loads the name of the client in the filter, or null if there is none. */
export const clientNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'client', id],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { items } = await call(api.audit.$get({ query: { client: id, limit: '1' } }, { init: { signal } }))
      return items[0]?.client_name ?? null
    },
  })
