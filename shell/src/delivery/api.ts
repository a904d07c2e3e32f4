import { createApiClient } from '@portal/worker/client'
import { portalFetch, queryClient } from '@portal/sdk'

/** The key of the session of the operator page. */
export const SESSION_KEY = ['operator', 'session'] as const

/** Typed client of the API for the operator page. When the session has ended, the page asks to sign in. */
export const operatorApi = createApiClient({
  fetch: async (input, init) => {
    const response = await portalFetch(input, init)
    // Other methods are refused for other reasons, too: a code is wrong.
    if (response.status === 401 && init?.method === 'GET') queryClient.setQueryData(SESSION_KEY, null)
    return response
  },
})
