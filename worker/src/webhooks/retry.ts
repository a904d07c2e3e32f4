/** How long something is tried: a day from when it was queued. */
export const TRIED_FOR_MS = 86_400_000
const FIRST_MS = 5000
const GROWTH = 4
const LONGEST_MS = 4 * 3_600_000

/**
 * When a delivery that failed is tried again: after 5 s, 20 s, 80 s, … up to 4 hours, for the last time when its day is over.
 * @param tries how often it has been tried, this time included
 * @param queuedAt when it was queued, and `now`, in milliseconds
 * @param wish milliseconds that the receiver asked for (Retry-After)
 * @param random 0 to 1: spreads what failed together
 * @returns milliseconds since the epoch; null where it is given up
 */
export function nextTry(tries: number, queuedAt: number, now: number, wish = 0, random = Math.random()): number | null {
  const end = queuedAt + TRIED_FOR_MS
  if (now >= end) return null
  const delay = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** (tries - 1)) * (0.9 + random / 5)
  return Math.min(end, now + Math.max(delay, wish))
}
