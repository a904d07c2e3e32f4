import type { ClientFollowUps, FollowUpsPage, HeldClients } from '@portal/contract/agent'
import type { CommitmentsPage } from '@portal/contract/commitments'
import { api, call, invalidateSoon, toastProblem, toastSuccess, toastUndo, useRealtime } from '@portal/sdk'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

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

/** Lists what clients have promised to send by a day: what is open, or what was kept or missed. */
export const commitmentsQuery = (show: FollowUpFilter, client: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'commitments', show, client] as const,
    queryFn: ({ pageParam, signal }): Promise<CommitmentsPage> =>
      call(
        api['follow-ups'].commitments.$get(
          { query: { show, ...(client ? { client } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })

/** Refetches all follow-ups that are shown. */
export const refreshFollowUps = (cache: QueryClient): void => void cache.invalidateQueries({ queryKey: ALL })

/** Lists the clients whose reminders are held. */
export const heldQuery = infiniteQueryOptions({
  queryKey: [...ALL, 'held'] as const,
  queryFn: ({ pageParam, signal }): Promise<HeldClients> =>
    call(api['follow-ups'].held.$get({ query: pageParam ? { cursor: pageParam } : {} }, { init: { signal } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})

/** Refetches follow-ups when live events report a change. */
export function useLiveFollowUps(): void {
  const cache = useQueryClient()
  useRealtime(
    ['follow_up.changed', 'assignment.changed', 'section.changed', 'client.changed', 'chat.message', 'chat.marks'],
    () => invalidateSoon(ALL, cache),
  )
}

/** What follows a change of follow-ups. */
interface AfterChange {
  onDone?: () => void
  /** Reverses the change. Made when the change starts, because the state before may be gone afterwards. */
  undo?: (() => Promise<unknown>) | undefined
}

/** Runs a change, shows its result as a toast that offers to undo it, and refetches the follow-ups. */
export function useFollowUpChange<T = void>(
  change: (input: T) => Promise<unknown>,
  done: string,
  { onDone, undo }: AfterChange = {},
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onMutate: () => ({ done, undo }),
    onSuccess: (_, __, before) => {
      const reverse = before.undo
      if (reverse) toastUndo(before.done, () => reverse().finally(() => refreshFollowUps(cache)))
      else toastSuccess(before.done)
      onDone?.()
    },
    onError: (error) => toastProblem(error, 'Failed to change the follow-up'),
    onSettled: () => refreshFollowUps(cache),
  })
}
