import type { Profile } from '@portal/contract/auth'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The profile of the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }): Promise<Profile> => call(api.profile.$get({}, { init: { signal } })),
})
