import { networkError } from './errors.ts'

/** A connection that neither answers nor breaks is given up after this time, in ms. */
const ANSWER_WITHIN_MS = 60_000

/**
 * `fetch` that throws `ApiError` 'network' where no answer begins in time, so that nothing on screen waits for ever. The body of the
 * answer may take longer. Throws the browser's AbortError when the request is aborted.
 */
export async function fetchWithin(request: Request, ms: number = ANSWER_WITHIN_MS): Promise<Response> {
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
