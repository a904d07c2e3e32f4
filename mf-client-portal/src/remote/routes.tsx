import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { lazyPage, type Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import { parseSearch, type DashboardSearch } from '../dashboard/search.ts'
import remote from './pages.ts'

/** Creates the routes of the client's dashboard under the shell's mount. */
export function createRoutes(mount: Mount<'/client-dashboard'>) {
  const dashboard = createRoute({
    getParentRoute: () => mount,
    path: '/',
    staticData: remote.pages['/client-dashboard'],
    validateSearch: (raw: Record<string, unknown>): DashboardSearch => ({
      ...dropUnknownParams(raw),
      ...parseSearch(raw),
    }),
    loader: ({ context, location }): void => {
      void context.queryClient.prefetchQuery(workformsQuery)
      // Prefetch the section in the URL without waiting for the list.
      const { section } = parseSearch({ ...location.search })
      if (section) void context.queryClient.prefetchQuery(sectionQuery(section))
    },
    component: lazyPage(
      () => import(/* webpackChunkName: "client-dashboard" */ '../dashboard/screen.tsx'),
      'DashboardScreen',
    ),
  })
  return [dashboard] as const
}
