import type { MailDeliveriesPage, MailDeliveryCounts, MailSender } from '@portal/contract/mail'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Query key of everything about deliveries. */
export const DELIVERIES = ['firm-mail', 'deliveries'] as const
/** Refetch interval of an open page, in ms. Deliveries cause no events. */
const REFETCH_MS = 10_000

/** Numbers of waiting and failed emails. */
export const countsQuery = queryOptions({
  queryKey: [...DELIVERIES, 'counts'],
  queryFn: ({ signal }): Promise<MailDeliveryCounts> =>
    call(api['firm-mail'].deliveries.counts.$get({}, { init: { signal } })),
  refetchInterval: REFETCH_MS,
})

/** Emails that have failed or are waiting, newest first. */
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
    refetchInterval: REFETCH_MS,
  })

/** Loads the settings of the firm's mail. */
export const senderQuery = queryOptions({
  queryKey: ['firm-mail', 'sender'],
  queryFn: ({ signal }): Promise<MailSender> => call(api['firm-mail'].sender.$get({}, { init: { signal } })),
})
