/** Deliveries are attempted for a day after they were queued. */
export const MAX_AGE_MS = 86_400_000
const FIRST_MS = 5000
const GROWTH = 4
const LONGEST_MS = 4 * 3_600_000

/**
 * Returns the time of the next attempt: after 5 s, 20 s, 80 s, up to every 4 hours, and a last time after a day.
 * @param tries number of attempts so far
 * @param queuedAt time at which it was queued, in milliseconds
 * @param retryAfterMs delay requested by the receiver (Retry-After)
 * @param random 0 to 1, for jitter
 * @returns milliseconds since the epoch; null when there are no more attempts
 */
export function nextTry(
  tries: number,
  queuedAt: number,
  now: number,
  retryAfterMs = 0,
  random = Math.random(),
): number | null {
  const end = queuedAt + MAX_AGE_MS
  if (now >= end) return null
  const delay = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** (tries - 1)) * (0.9 + random / 5)
  return Math.min(end, now + Math.max(delay, retryAfterMs))
}
