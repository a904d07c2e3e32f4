import type { OAuthProvider } from '@portal/contract/oauth'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** The providers that the page's HTML brought along; undefined where it did not (development). */
function inline(): OAuthProvider[] | undefined {
  try {
    const known: unknown = JSON.parse(document.getElementById('providers')?.textContent ?? 'null')
    return Array.isArray(known) ? (known as OAuthProvider[]) : undefined
  } catch {
    return undefined
  }
}

/** The sign-in providers that are configured. Where they cannot be had there are none: the password does. */
export const providersQuery = queryOptions({
  queryKey: ['oauth-providers'],
  queryFn: async ({ signal }): Promise<OAuthProvider[]> => (await call(api.auth.oauth.providers.$get({}, { init: { signal } }))).providers,
  initialData: inline,
  staleTime: Number.POSITIVE_INFINITY,
})
