/** Longer than the extra work for known addresses takes, in milliseconds. */
export const MINIMUM_DURATION_MS = 500

/**
 * Delays the outcome of some work until `MINIMUM_DURATION_MS` have passed, so that the response time does not reveal
 * whether an address is known. Returns or throws what the work returned or threw.
 */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, scheduler.wait(MINIMUM_DURATION_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
