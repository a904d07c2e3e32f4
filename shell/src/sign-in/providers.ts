import type { OAuthProviders } from '@portal/contract/oauth'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { pageData } from '../page-data.ts'

const signInOptions = {
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OAuthProviders> =>
    call(api.auth.oauth.providers.$get({}, { init: { signal } })),
  initialData: () => pageData('sign-in-options') as OAuthProviders | undefined,
  staleTime: Number.POSITIVE_INFINITY,
}

/** The configured sign-in providers. If they cannot be loaded, password sign-in still works. */
export const providersQuery = queryOptions({ ...signInOptions, select: ({ providers }) => providers })

/** Whether the portal accepts new accounts: `open`, after `approval`, or `closed`. */
export const signUpModeQuery = queryOptions({ ...signInOptions, select: ({ sign_up }) => sign_up })
