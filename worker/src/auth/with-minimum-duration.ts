/** Answers by which somebody could tell known from unknown addresses take so long at least, in milliseconds: longer than what is done for known ones alone. */
export const EVEN_MS = 500

/**
 * Does some work, and lets nobody tell from the time how much it was.
 * @returns what the work gave, or throws what it threw, no sooner than after `EVEN_MS`
 */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, scheduler.wait(EVEN_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
