const hasLocks = (): boolean => 'locks' in navigator && Boolean(navigator.locks)

/** Runs the work in one tab at a time. */
export const exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  hasLocks() ? await navigator.locks.request(name, work) : await work()

/**
 * Runs the work in one tab at a time. `waited` is true when another tab had to finish its work
 * first.
 */
export async function inTurn<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (!hasLocks()) return await work(false)
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  )
  return atOnce ? atOnce.result : await exclusively(name, () => work(true))
}
