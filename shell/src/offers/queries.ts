import type { EmailChange, Offer, OwnRecord } from '@portal/contract/sessions'
import { api, call, invalidateSoon, useRealtime } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

/** The bookkeepers of the signed-in client, and pending requests. */
export const recordsQuery = queryOptions({
  queryKey: ['records'],
  queryFn: ({ signal }) => call(api.auth.records.$get({}, { init: { signal } })),
  staleTime: 60_000,
})

/** Returns the bookkeepers of the client; none while they load. */
export function useRecords(): readonly OwnRecord[] {
  return useQuery(recordsQuery).data?.items ?? []
}

/** Returns pending requests of bookkeepers to work with the client. */
export function useOffers(): readonly Offer[] {
  return useQuery(recordsQuery).data?.offers ?? []
}

/** Returns pending requests to change the client's email address. */
export function useEmailChanges(): readonly EmailChange[] {
  return useQuery(recordsQuery).data?.email_changes ?? []
}

/** Reloads requests when the account changes. */
export function useLiveRecords(): void {
  const client = useQueryClient()
  useRealtime(['account.changed'], () => invalidateSoon(recordsQuery.queryKey, client))
}
