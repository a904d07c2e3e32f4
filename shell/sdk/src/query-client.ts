import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isTemporary, retryDelay } from './retry.ts'

const RETRIES = 3
const MAX_DELAY_MS = 30_000

/** Returns whether a failed query is tried again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTemporary(error)
}

/**
 * Options of a `fetchQuery` that must fail at once. By default a query that has failed pauses until the
 * connection is back.
 */
export const failFast = { networkMode: 'always', retry: false } as const

/** Creates a query client with the limits of the product. */
export function createQueryClient(): QueryClient {
  // TanStack Query assumes a connection until it changes, which is wrong for a page that opens without one.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        retry: isWorthRetrying,
        retryDelay: (failures, error) => Math.min(retryDelay(failures, error), MAX_DELAY_MS),
        // Without a connection, the service worker may have the data. If not, the query waits for the connection.
        networkMode: 'offlineFirst',
      },
      // A paused mutation would keep its dialog busy and block Cancel and Escape.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The query client of shell and remotes. */
export const queryClient = createQueryClient()

/**
 * Marks all queries that match as stale and refetches what is on screen. TanStack Query reuses a
 * first load that is running, which may have read old data: it is repeated when it is done.
 */
export async function invalidate(client: QueryClient, filters: { queryKey?: readonly unknown[] } = {}): Promise<void> {
  const loading = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  const loads = loading.flatMap(({ promise }) => promise ?? [])
  void client.invalidateQueries(filters)
  if (loading.length === 0) return
  await Promise.allSettled(loads)
  await client.invalidateQueries({ predicate: (query) => loading.includes(query) })
}

const due = new Set<string>()

/**
 * Marks everything under `queryKey` as stale and refetches what is on screen. Calls for the same
 * key within 50 ms cost one refetch.
 */
export function invalidateSoon(queryKey: readonly unknown[], client: QueryClient = queryClient): void {
  const id = JSON.stringify(queryKey)
  if (due.has(id)) return
  due.add(id)
  setTimeout(() => {
    due.delete(id)
    void invalidate(client, { queryKey })
  }, 50)
}
