import { isApiError, isTemporary, retryDelay } from '@portal/sdk'

export interface Retrying {
  /** Waits before a retry. */
  pause: (ms: number) => Promise<void>
  /** Returns whether the user has stopped the work. */
  stopped: () => boolean
  /** Called with the error before a retry, and with undefined once a retry has succeeded. */
  onRetry: (error: unknown) => void
}

const MAX_TRIES = 5

/** Returns whether a retry of the same request may succeed. */
const mayRetry = (error: unknown): boolean => isApiError(error) && (isTemporary(error) || error.code === 'stale')

/** Sends a request, again after a temporary failure. @throws the error of the last attempt */
export async function withRetries<T>(send: () => Promise<T>, { pause, stopped, onRetry }: Retrying): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await send()
      if (tries > 1) onRetry(undefined)
      return result
    } catch (error) {
      if (!mayRetry(error) || tries === MAX_TRIES || stopped()) throw error
      onRetry(error)
      await pause(retryDelay(tries - 1, error))
    }
  }
}
