import { isApiError } from './errors.ts'

export interface Backoff {
  /** Delay after the first failure, in ms. */
  firstMs?: number
  /** Longest delay, in ms, unless the server asks for more. */
  maxMs?: number
}

/** Returns whether the same request may succeed later: no answer, too many requests, or a failure of the server. */
export function isTemporary(error: unknown): boolean {
  // Somebody has to delete something first.
  if (isApiError(error, 'storage_limit')) return false
  return !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Returns the delay before the next attempt, in ms: what the server asks for, else doubling with each failure. */
export function retryDelay(
  failures: number,
  error?: unknown,
  { firstMs = 1000, maxMs = 30_000 }: Backoff = {},
): number {
  const asked = isApiError(error) ? error.retryAfter : undefined
  return asked === undefined ? Math.min(firstMs * 2 ** failures, maxMs) : asked * 1000
}
