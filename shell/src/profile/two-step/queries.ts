import type { Factors } from '@portal/contract/factors'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The second factors of the signed-in user. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }): Promise<Factors> => call(api.auth.factors.$get({}, { init: { signal } })),
})
