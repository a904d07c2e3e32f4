import type { Passkeys } from '@portal/contract/passkeys'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The passkeys of the signed-in user. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }): Promise<Passkeys> => call(api.auth.passkeys.$get({}, { init: { signal } })),
})
