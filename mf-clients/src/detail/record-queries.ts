import { cleanLine } from '@portal/contract/text'
import type { AuditPage } from '@portal/contract/audit'
import type { ClientFilesPage, ClientNotes } from '@portal/contract/client-record'
import type { Reminder } from '@portal/contract/reminders'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { clientKeys } from '../queries/clients.ts'

/* Their keys extend the client's, so that they are refreshed with it. */

/** Reads the private notes about a client. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.detail(id), 'notes'] as const,
    queryFn: ({ signal }): Promise<ClientNotes> =>
      call(api.clients[':id'].notes.$get({ param: { id } }, { init: { signal } })),
  })

/** Reads the reminder that the client would get now. */
export const reminderQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.detail(id), 'reminder'] as const,
    queryFn: ({ signal }): Promise<Reminder> =>
      call(api['follow-ups'].clients[':id'].reminder.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  })

/** Lists the files of a client whose names contain a text, page by page, newest first. */
export function filesQuery(id: string, search: string) {
  const q = cleanLine(search)
  return infiniteQueryOptions({
    queryKey: [...clientKeys.detail(id), 'files', q] as const,
    queryFn: ({ pageParam, signal }): Promise<ClientFilesPage> =>
      call(
        api.clients[':id'].files.$get(
          { param: { id }, query: { ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Lists what happened with a client, page by page, newest first. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...clientKeys.detail(id), 'history'] as const,
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      call(
        api.audit.$get({ query: { client: id, ...(pageParam ? { cursor: pageParam } : {}) } }, { init: { signal } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
