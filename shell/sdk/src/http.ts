import { fetchWithin } from './fetch-within.ts'
import { currentSession } from './session-store.ts'
import { freshSession, refreshSession } from './session-refresh.ts'

async function send(request: Request, token: string | undefined): Promise<Response> {
  const attempt = new Request(request)
  if (token) attempt.headers.set('authorization', `Bearer ${token}`)
  return fetchWithin(attempt)
}

async function isStaleToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null
  return body?.code === 'unauthenticated'
}

/**
 * Fetches from the portal's API with the access token. If the server no longer accepts the token,
 * it is refreshed and the request repeated once. Throws `ApiError` 'network' without a response,
 * and the browser's AbortError if aborted.
 */
export const portalFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, { credentials: 'same-origin', ...init })
  const session = await freshSession()
  request.signal.throwIfAborted()
  // A body can be read only once: the repeat needs its own copy.
  const repeat = request.clone()
  const response = await send(request, session?.access_token)
  if (!session || !(await isStaleToken(response))) return response
  const renewed = await refreshSession(session.access_token)
  return renewed ? send(repeat, currentSession()?.access_token ?? renewed.access_token) : response
}
