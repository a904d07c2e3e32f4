/** Time after which an unanswered call to the storage fails. */
const TIMEOUT_MS = 15_000
/** Time that failed work gets to clean up. */
export const CLEANUP_MS = 1000

/**
 * Waits for the storage with a timeout, because a failing bucket may neither accept a write nor reject it.
 * @throws Error when it took too long
 */
export async function withTimeout<T>(work: Promise<T>, ms: number = TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('the storage did not answer')), ms)
  })
  try {
    return await Promise.race([work, stalled])
  } finally {
    clearTimeout(timer)
  }
}
