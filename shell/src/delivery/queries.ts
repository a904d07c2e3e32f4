import type { Canary } from '@portal/contract/canaries'
import type { FlagState } from '@portal/contract/flag-settings'
import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
import type { OperatorSession } from '@portal/contract/operators'
import type { RemoteVersions } from '@portal/contract/publishing'
import { call, type ResponseBody } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { operatorApi, SESSION_KEY } from './api.ts'

/** How often the page is refreshed while it is visible. */
const REFRESH_MS = 10_000
const HEALTH_REFRESH_MS = 30_000

const { auth, delivery, remotes } = operatorApi
const remote = remotes[':name']

type ItemOf<T extends (...args: never[]) => unknown> =
  ResponseBody<Awaited<ReturnType<T>>> extends {
    items: (infer Item)[]
  }
    ? Item
    : never
/** A version of a remote, as the page lists it. */
export type Version = ItemOf<typeof remote.versions.$get>
export type { RemoteState }
/** What a session may do. */
export type Scope = OperatorSession['scope']
/** A change of which version is live. */
export type Switch = ItemOf<typeof remote.switches.$get>

/** Reads the session of the operator page; null without one. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<OperatorSession | null> =>
    (await call(auth.operator.session.$get({}, { init: { signal } }))).session,
  staleTime: 5 * 60_000,
})

/** Reads the state of all remotes. */
export const statesQuery = queryOptions({
  queryKey: ['operator', 'states'],
  queryFn: ({ signal }): Promise<{ items: RemoteState[] }> => call(delivery.remotes.$get({}, { init: { signal } })),
  refetchInterval: REFRESH_MS,
})

/** Reads the feature flags with their values. */
export const flagsQuery = queryOptions({
  queryKey: ['operator', 'flags'],
  queryFn: ({ signal }): Promise<{ items: FlagState[] }> => call(delivery.flags.$get({}, { init: { signal } })),
  refetchInterval: REFRESH_MS,
})

/** The key of everything about one remote. */
const keyOf = (name: string, what: string) => ['operator', 'remote', name, what] as const

/** Reads the versions of a remote, newest first. */
export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf(name, 'versions'),
    queryFn: ({ signal }): Promise<RemoteVersions> =>
      call(remote.versions.$get({ param: { name } }, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })

/** Reads how many open tabs run each version of a remote. */
export const tabsQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf(name, 'tabs'),
    queryFn: ({ signal }) => call(remote.tabs.$get({ param: { name } }, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })

/** Reads the running canary of a remote with its results. */
export const canaryQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf(name, 'canary'),
    queryFn: ({ signal }): Promise<Canary> => call(remote.canary.$get({ param: { name } }, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })

/** Reads the switches of a remote, newest first. */
export const switchesQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf(name, 'switches'),
    queryFn: ({ signal }) => call(remote.switches.$get({ param: { name }, query: {} }, { init: { signal } })),
    refetchInterval: REFRESH_MS,
  })

/** Reads the health of a remote within some hours. */
export const healthQuery = (name: string, hours: number) =>
  queryOptions({
    queryKey: [...keyOf(name, 'health'), hours],
    queryFn: ({ signal }): Promise<RemoteHealth> =>
      call(
        delivery.remotes[':name'].health.$get(
          { param: { name }, query: { hours: String(hours) } },
          { init: { signal } },
        ),
      ),
    refetchInterval: HEALTH_REFRESH_MS,
    placeholderData: (previous) => previous,
  })
