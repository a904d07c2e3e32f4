import { queryClient } from '@portal/sdk'

/**
 * Resolves when no query is loading. If the early script has requested the data, the page then
 * renders only once, with the data.
 */
export function firstData(): Promise<void> {
  return new Promise((resolve) => {
    const isIdle = (): boolean => queryClient.isFetching() === 0
    if (isIdle()) {
      resolve()
      return
    }
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!isIdle()) return
      stop()
      resolve()
    })
  })
}
