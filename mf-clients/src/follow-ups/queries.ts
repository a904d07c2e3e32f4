import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import { api, call, invalidateSoon, toastProblem, toastSuccess, useRealtime } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** Key of everything about follow-ups. */
const ALL = ['clients', 'follow-ups'] as const

/** What the agent has done and will do about a client. */
export const clientFollowUpsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, id] as const,
    queryFn: ({ signal }): Promise<ClientFollowUps> =>
      call(api['follow-ups'].clients[':id'].$get({ param: { id } }, { init: { signal } })),
  })

/** What is listed on the page of all clients. */
export type Shown = 'upcoming' | 'past'

/** Follow-ups of all clients, or of one. */
export const followUpsQuery = (show: Shown, client: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'list', show, client] as const,
    queryFn: ({ pageParam, signal }): Promise<FollowUpsPage> =>
      call(
        api['follow-ups'].$get(
          { query: { show, ...(client ? { client } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })

/** Keeps follow-ups on screen as they are on the server. */
export function useLiveFollowUps(): void {
  const cache = useQueryClient()
  useRealtime(['follow_up.changed', 'assignment.changed', 'section.changed', 'client.changed'], () =>
    invalidateSoon(ALL, cache),
  )
}

/** A change of what the agent does: says how it went, and shows what is now. */
export function useChange<T>(change: (input: T) => Promise<unknown>, done: string, onDone?: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toastSuccess(done)
      onDone?.()
    },
    onError: (error) => toastProblem(error, 'Follow-up not changed'),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  })
}
