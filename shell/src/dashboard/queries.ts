import type { Dashboard } from '@portal/contract/dashboard'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** All data of the dashboard in one request. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }): Promise<Dashboard> => call(api.dashboard.$get({}, { init: { signal } })),
})
