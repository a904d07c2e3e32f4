import { networkError } from './errors.ts'

/** How long to wait for a response, in ms. */
const RESPONSE_TIMEOUT_MS = 60_000

/**
 * Fetches like `fetch`, but throws `ApiError` 'network' if no response begins in time. The body may
 * take longer. Throws the browser's AbortError if the request is aborted.
 */
export async function fetchWithin(request: Request, ms: number = RESPONSE_TIMEOUT_MS): Promise<Response> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), ms)
  try {
    return await fetch(new Request(request, { signal: AbortSignal.any([request.signal, deadline.signal]) }))
  } catch (error) {
    if (request.signal.aborted) throw error
    throw networkError()
  } finally {
    clearTimeout(timer)
  }
}
