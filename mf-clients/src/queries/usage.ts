import type { Usage } from '@portal/contract/usage'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** How much of its limits the firm uses. Asked for each time, because invitations count for a day. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }): Promise<Usage> => call(api.usage.$get({}, { init: { signal } })),
  staleTime: 0,
})
