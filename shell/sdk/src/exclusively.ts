/** Runs the work while it has a lock, or without if the browser has no locks or refuses them. */
async function underLock<T>(name: string, options: LockOptions, work: (isFree: boolean) => Promise<T>): Promise<T> {
  let hasBegun = false
  const begin = (isFree: boolean): Promise<T> => {
    hasBegun = true
    return work(isFree)
  }
  try {
    return await navigator.locks.request(name, options, (lock) => begin(lock !== null))
  } catch (error) {
    if (hasBegun) throw error
    return begin(true)
  }
}

/** Runs the work in one tab at a time. */
export const exclusively = <T>(name: string, work: () => Promise<T>): Promise<T> => underLock(name, {}, work)

/**
 * Runs the work in one tab at a time. `waited` is true when another tab had to finish its work
 * first.
 */
export async function inTurn<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const atOnce = await underLock(name, { ifAvailable: true }, async (isFree) =>
    isFree ? { result: await work(false) } : undefined,
  )
  return atOnce ? atOnce.result : await exclusively(name, () => work(true))
}
