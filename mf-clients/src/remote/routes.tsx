import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { lazyPage, type Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { readFollowUpsSearch, type FollowUpsSearch } from '../follow-ups/search.ts'
import { readClientsSearch, type ClientsSearch } from '../list/search.ts'
import { clientsQuery, countsQuery } from '../queries/clients.ts'
import remote from './pages.ts'

/** Returns the routes of this remote under `/clients`. */
export function createRoutes(mount: Mount<'/clients'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    staticData: remote.pages['/clients'],
    validateSearch: (raw: Record<string, unknown>): ClientsSearch => ({
      ...dropUnknownParams(raw),
      ...readClientsSearch(raw),
    }),
    loaderDeps: ({ search: { q, status, show, tag, sort } }) => ({ q, status, show, tag, sort }),
    // Not awaited: the page renders at once, with skeletons until the data arrives.
    loader: ({ context, deps }) => {
      void context.queryClient.prefetchInfiniteQuery(clientsQuery(deps))
      void context.queryClient.prefetchQuery(countsQuery)
    },
    component: lazyPage(() => import(/* webpackChunkName: "clients" */ '../list/screen.tsx'), 'ClientsScreen'),
  })
  const followUps = createRoute({
    getParentRoute: () => mount,
    path: '/follow-ups',
    staticData: remote.pages['/clients/follow-ups'],
    validateSearch: (raw: Record<string, unknown>): FollowUpsSearch => ({
      ...dropUnknownParams(raw),
      ...readFollowUpsSearch(raw),
    }),
    component: lazyPage(
      () => import(/* webpackChunkName: "clients-follow-ups" */ '../follow-ups/screen.tsx'),
      'FollowUpsScreen',
    ),
  })
  return [list, followUps] as const
}
