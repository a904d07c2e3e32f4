import type { OAuthProviders } from '@portal/contract/oauth'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** What the page's HTML brought along; undefined where it did not (development). */
function inline(): OAuthProviders | undefined {
  try {
    const known: unknown = JSON.parse(document.getElementById('ways-in')?.textContent ?? 'null')
    return typeof known === 'object' && known !== null && 'providers' in known ? (known as OAuthProviders) : undefined
  } catch {
    return undefined
  }
}

const waysIn = {
  queryKey: ['ways-in'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OAuthProviders> =>
    call(api.auth.oauth.providers.$get({}, { init: { signal } })),
  initialData: inline,
  staleTime: Number.POSITIVE_INFINITY,
}

/** The sign-in providers that are configured. Where they cannot be loaded, the password remains. */
export const providersQuery = queryOptions({ ...waysIn, select: ({ providers }) => providers })

/** Whether the portal takes new accounts: `open`, after `approval`, or `closed`. */
export const signUpModeQuery = queryOptions({ ...waysIn, select: ({ sign_up }) => sign_up })
