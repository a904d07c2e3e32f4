import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import { api, call, invalidateSoon, toastProblem, toastSuccess, useRealtime } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** Common key of all follow-up queries. */
const ALL = ['clients', 'follow-ups'] as const

/** Reads a client's past and planned follow-ups. */
export const clientFollowUpsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, id] as const,
    queryFn: ({ signal }): Promise<ClientFollowUps> =>
      call(api['follow-ups'].clients[':id'].$get({ param: { id } }, { init: { signal } })),
  })

/** The filter of the follow-ups page. */
export type FollowUpFilter = 'upcoming' | 'past'

/** Lists the follow-ups of all clients, or of one client. */
export const followUpsQuery = (show: FollowUpFilter, client: string | undefined) =>
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

/** Refetches follow-ups when live events report a change. */
export function useLiveFollowUps(): void {
  const cache = useQueryClient()
  useRealtime(['follow_up.changed', 'assignment.changed', 'section.changed', 'client.changed'], () =>
    invalidateSoon(ALL, cache),
  )
}

/** Runs a change, shows its result as a toast, and refetches the follow-ups. */
export function useFollowUpChange<T = void>(change: (input: T) => Promise<unknown>, done: string, onDone?: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toastSuccess(done)
      onDone?.()
    },
    onError: (error) => toastProblem(error, 'Failed to change the follow-up'),
    onSettled: () => cache.invalidateQueries({ queryKey: ALL }),
  })
}
