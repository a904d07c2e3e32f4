import { queryClient } from '@portal/sdk'

/**
 * Resolves when nothing is being read: what the routes read first has come, or failed. Where it was asked for while the page's code was under way,
 * that is at once, and the page is drawn with it instead of twice.
 */
export function firstData(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): boolean => queryClient.isFetching() === 0
    if (done()) {
      resolve()
      return
    }
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!done()) return
      stop()
      resolve()
    })
  })
}
