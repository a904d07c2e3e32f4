import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { PageSkeleton } from '@portal/kit/ui/states'
import { readFollowUpsSearch, type FollowUpsSearch } from '../follow-ups/search.ts'
import { ClientsPage } from '../list/page.tsx'
import { readClientsSearch, type ClientsSearch } from '../list/search.ts'
import { useSearchAhead } from '../list/search-ahead.ts'
import { clientsQuery, countsQuery } from '../queries/clients.ts'

const FollowUpsPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "follow-ups-page" */ '../follow-ups/page.tsx')).FollowUpsPage,
}))

/** Returns the routes of this remote under `/clients`. */
export function createRoutes(mount: Mount<'/clients'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    validateSearch: (raw: Record<string, unknown>): ClientsSearch => ({
      ...dropUnknownParams(raw),
      ...readClientsSearch(raw),
    }),
    loaderDeps: ({ search: { q, status, sort } }) => ({ q, status, sort }),
    // Not awaited: the page renders at once, with skeletons until the data arrives.
    loader: ({ context, deps }) => {
      void context.queryClient.prefetchInfiniteQuery(clientsQuery(deps))
      void context.queryClient.prefetchQuery(countsQuery)
    },
    component: function Clients() {
      const search = list.useSearch()
      const navigate = list.useNavigate()
      const go = useCallback(
        (change: Partial<ClientsSearch>, { replace }: { replace: boolean }) =>
          navigate({
            to: '.',
            search: (old: object) => readClientsSearch({ ...old, ...change }),
            replace,
            resetScroll: false,
          }),
        [navigate],
      )
      const { shown, onSearch } = useSearchAhead(search, go)
      return <ClientsPage search={shown} onSearch={onSearch} />
    },
  })
  const followUps = createRoute({
    getParentRoute: () => mount,
    path: '/follow-ups',
    validateSearch: (raw: Record<string, unknown>): FollowUpsSearch => ({
      ...dropUnknownParams(raw),
      ...readFollowUpsSearch(raw),
    }),
    component: function FollowUps() {
      const search = followUps.useSearch()
      const navigate = followUps.useNavigate()
      return (
        <Suspense fallback={<PageSkeleton />}>
          <FollowUpsPage
            search={search}
            onSearch={(next) =>
              void navigate({ to: '.', search: readFollowUpsSearch({ ...next }), resetScroll: false })
            }
          />
        </Suspense>
      )
    },
  })
  return [list, followUps] as const
}
