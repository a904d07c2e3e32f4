/** Time after which an unanswered call to the storage fails. */
const TIMEOUT_MS = 15_000
/** Time that failed work gets to clean up. */
export const CLEANUP_MS = 1000

/**
 * Waits for work with a timeout; by default for the storage, which may neither accept a write nor reject it.
 * @throws the error of `late` when it took too long
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number = TIMEOUT_MS,
  late: () => Error = () => new Error('the storage did not answer'),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
