/** Storage that takes nothing for so long is out of order, in milliseconds. */
const STALL_MS = 15_000
/** What has come to nothing is given so long to end. */
export const END_MS = 1000

/**
 * Waits for storage, but not for ever: a bucket that has failed may neither take what is written to it nor say so.
 * @throws Error when it has taken too long
 */
export async function patiently<T>(work: Promise<T>, ms: number = STALL_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('the storage does not answer')), ms)
  })
  try {
    return await Promise.race([work, stalled])
  } finally {
    clearTimeout(timer)
  }
}
