import type { Profile } from '@portal/contract/auth'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The profile of whoever is signed in. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }): Promise<Profile> => call(api.profile.$get({}, { init: { signal } })),
})
