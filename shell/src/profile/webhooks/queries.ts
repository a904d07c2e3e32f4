import type { WebhookDeliveryState } from '@portal/contract/webhook-events'
import type { WebhookDeliveriesPage, WebhookDeliveryDetail, Webhooks } from '@portal/contract/webhooks'
import { api, call, invalidateSoon, useRefetchOn } from '@portal/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

const KEY = ['webhooks'] as const

/** The webhooks of the bookkeeper. */
export const webhooksQuery = queryOptions({
  queryKey: [...KEY, 'addresses'],
  queryFn: ({ signal }): Promise<Webhooks> => call(api.webhooks.$get({}, { init: { signal } })),
})

export interface LogFilter {
  state?: WebhookDeliveryState | undefined
  endpoint?: string | undefined
}

/** Loads the log page by page, newest first. */
export function deliveriesQuery({ state, endpoint }: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'log', state, endpoint],
    queryFn: ({ pageParam, signal }): Promise<WebhookDeliveriesPage> =>
      call(
        api.webhooks.deliveries.$get(
          {
            query: {
              ...(state ? { state } : {}),
              ...(endpoint ? { endpoint } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Loads a delivery with its request and response. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'delivery', id],
    queryFn: ({ signal }): Promise<WebhookDeliveryDetail> =>
      call(api.webhooks.deliveries[':id'].$get({ param: { id } }, { init: { signal } })),
  })

/** Returns a function that reloads everything about webhooks. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => invalidateSoon(KEY, client)
}

/** Reloads webhooks when they change on the server. */
export const useLiveWebhooks = (): void => useRefetchOn(['webhook.changed'], KEY)
