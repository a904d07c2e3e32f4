import { QueryClient } from '@tanstack/react-query'
import { isTemporary, retryDelay } from './retry.ts'

const RETRIES = 3
const MAX_DELAY_MS = 30_000

/** Returns whether a failed query is tried again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTemporary(error)
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
        retryDelay: (failures, error) => Math.min(retryDelay(failures, error), MAX_DELAY_MS),
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
