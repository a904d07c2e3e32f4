import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The bookkeepers of the signed-in client, and pending requests. */
export const recordsQuery = queryOptions({
  queryKey: ['records'],
  queryFn: ({ signal }) => call(api.auth.records.$get({}, { init: { signal } })),
  staleTime: 60_000,
})
