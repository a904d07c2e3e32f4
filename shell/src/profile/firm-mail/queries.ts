import type { MailDeliveriesPage, MailDeliveryCounts } from '@portal/contract/mail'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Everything about deliveries in the query cache is under this. */
export const DELIVERIES = ['firm-mail', 'deliveries'] as const
/** How often a page that is open looks again: a mail that was delivered makes no event. */
const LOOK_AGAIN_MS = 10_000

/** How many mails wait or failed. */
export const countsQuery = queryOptions({
  queryKey: [...DELIVERIES, 'counts'],
  queryFn: ({ signal }): Promise<MailDeliveryCounts> =>
    call(api['firm-mail'].deliveries.counts.$get({}, { init: { signal } })),
  refetchInterval: LOOK_AGAIN_MS,
})

/** Mails that failed, or that wait, newest first. */
export const deliveriesQuery = (state: 'failed' | 'waiting') =>
  infiniteQueryOptions({
    queryKey: [...DELIVERIES, state],
    queryFn: ({ pageParam, signal }): Promise<MailDeliveriesPage> =>
      call(
        api['firm-mail'].deliveries.$get(
          { query: { state, ...(pageParam ? { cursor: pageParam } : {}) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
