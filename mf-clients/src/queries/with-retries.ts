import { isApiError, isTemporary, retryDelay } from '@portal/sdk'

export interface Retrying {
  /** Aborted when the user stops the work, which also ends a pause. */
  signal: AbortSignal
  /** Waits before a retry, until the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called with the error before a retry, and with undefined once a retry has succeeded. */
  onRetry: (error: unknown) => void
}

const MAX_TRIES = 5
/** The longest pause. If the server asks for more, such as a day, the user decides how to go on. */
const MAX_PAUSE_MS = 60_000

/** Returns whether a retry of the same request may succeed. */
const mayRetry = (error: unknown): boolean => isApiError(error) && (isTemporary(error) || error.code === 'stale')

/** Waits, until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** Sends a request, again after a temporary failure. @throws the error of the last attempt */
export async function withRetries<T>(send: () => Promise<T>, { signal, pause: wait, onRetry }: Retrying): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await send()
      if (tries > 1) onRetry(undefined)
      return result
    } catch (error) {
      const delay = retryDelay(tries - 1, error)
      if (!mayRetry(error) || delay > MAX_PAUSE_MS || tries === MAX_TRIES || signal.aborted) throw error
      onRetry(error)
      await wait(delay, signal)
      if (signal.aborted) throw error
    }
  }
}
