import { QueryClient } from '@tanstack/react-query'
import { ApiError, isApiError } from './errors.ts'

const RETRIES = 3
const MAX_DELAY_MS = 30_000

/** Whether a failed read is worth another try: not where the server has understood and refused it. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Wait before the try after `failures` failed ones, in ms: doubling from one second up to thirty, or what the server asks for. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = isApiError(error) ? error.retryAfter : undefined
  return Math.min(asked === undefined ? 1000 * 2 ** failures : asked * 1000, MAX_DELAY_MS)
}

/** For a `fetchQuery` that a person or a draft waits for: it fails at once, where a query on screen would pause until the connection is back. */
export const failFast = { networkMode: 'always', retry: false } as const

/** A query client with the product's limits (specification, section 9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        retry: isWorthRetrying,
        retryDelay,
      },
      // A paused mutation hangs: its dialog stays busy, and Cancel and Esc are dead. Offline it fails at once instead.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The one query client of shell and remotes. */
export const queryClient = createQueryClient()

const due = new Set<string>()

/**
 * Marks everything under `queryKey` as stale and refetches what is on screen. A burst of calls for one key (a replay of
 * missed events) costs one refetch.
 */
export function invalidateSoon(queryKey: readonly unknown[], client: QueryClient = queryClient): void {
  const id = JSON.stringify(queryKey)
  if (due.has(id)) return
  due.add(id)
  setTimeout(() => {
    due.delete(id)
    void client.invalidateQueries({ queryKey })
  }, 50)
}
