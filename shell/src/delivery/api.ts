import { createApiClient } from '@portal/worker/client'
import { ApiError, queryClient } from '@portal/sdk'

/** The key of the session of the operator page. */
export const SESSION_KEY = ['operator', 'session'] as const

/**
 * Fetches from the portal's API with the session cookie of the operator page. The access token of a bookkeeper or
 * client who is signed in in the same browser is not sent. When the session has ended, the page asks to sign in.
 */
const operatorFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, { credentials: 'same-origin', ...init })
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    throw new ApiError({
      code: 'network',
      title: 'Connection Error',
      detail: 'Unable to connect to the portal. Please check your connection and try again.',
      status: 0,
    })
  })
  if (response.status === 401 && request.method === 'GET') queryClient.setQueryData(SESSION_KEY, null)
  return response
}

/** Typed client of the API for the operator page. */
export const operatorApi = createApiClient({ fetch: operatorFetch })
