import type { RemoteState } from '@portal/contract/delivery'
import type { OperatorSession } from '@portal/contract/operators'
import type { RemoteSwitches, RemoteVersions } from '@portal/contract/publishing'
import { call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { operatorApi, SESSION_KEY } from './api.ts'

/** How often the page is refreshed while it is visible. */
const REFRESH_MS = 10_000
const HEALTH_REFRESH_MS = 30_000

const { auth, delivery, remotes } = operatorApi
const remote = remotes[':name']

export type { RemoteState }
/** A version of a remote, as the page lists it. */
export type Version = RemoteVersions['items'][number]
/** A change of which version is live. */
export type Switch = RemoteSwitches['items'][number]

/** Options of a request that ends with its query. */
type Abortable = { init: { signal: AbortSignal } }

/** Returns a query that is refreshed. */
const refreshed = <T, K extends readonly unknown[]>(key: K, read: (options: Abortable) => Promise<T>) =>
  queryOptions({
    queryKey: ['operator', ...key] as const,
    queryFn: ({ signal }) => read({ init: { signal } }),
    refetchInterval: REFRESH_MS,
  })

/** Reads the session of the operator page; null without one. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<OperatorSession | null> =>
    (await call(auth.operator.session.$get({}, { init: { signal } }))).session,
  staleTime: 5 * 60_000,
})

/** Reads the state of all remotes. */
export const statesQuery = refreshed(['states'], (options) => call(delivery.remotes.$get({}, options)))

/** Reads the feature flags with their values. */
export const flagsQuery = refreshed(['flags'], (options) => call(delivery.flags.$get({}, options)))

/** Reads the versions of a remote, newest first. */
export const versionsQuery = (name: string) =>
  refreshed(['remote', name, 'versions'], (options) => call(remote.versions.$get({ param: { name } }, options)))

/** Reads how many open tabs run each version of a remote. */
export const tabsQuery = (name: string) =>
  refreshed(['remote', name, 'tabs'], (options) => call(remote.tabs.$get({ param: { name } }, options)))

/** Reads the running canary of a remote with its results. */
export const canaryQuery = (name: string) =>
  refreshed(['remote', name, 'canary'], (options) => call(remote.canary.$get({ param: { name } }, options)))

/** Reads the switches of a remote, newest first. */
export const switchesQuery = (name: string) =>
  refreshed(['remote', name, 'switches'], (options) =>
    call(remote.switches.$get({ param: { name }, query: {} }, options)),
  )

/** Reads the health of a remote within some hours. */
export const healthQuery = (name: string, hours: string) =>
  queryOptions({
    ...refreshed(['remote', name, 'health', hours], (options) =>
      call(delivery.remotes[':name'].health.$get({ param: { name }, query: { hours } }, options)),
    ),
    refetchInterval: HEALTH_REFRESH_MS,
    placeholderData: (previous) => previous,
  })
