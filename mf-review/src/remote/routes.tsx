import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { submissionsQuery } from '../submissions/queries.ts'
import { filterOfState, parseSearch, type SubmissionsSearch } from '../submissions/search.ts'
import remote from './pages.ts'

/** Creates the routes of Form Submissions under the shell's mount. */
export function createRoutes(mount: Mount<'/form-submissions'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    staticData: remote.pages['/form-submissions'],
    validateSearch: (raw: Record<string, unknown>): SubmissionsSearch => ({
      ...dropUnknownParams(raw),
      ...parseSearch(raw),
    }),
    beforeLoad: ({ location, search }): void => {
      // Moves navigation state to search parameters: it would survive clearing the filter and be missing from links.
      const filter = filterOfState(location.state)
      if (filter)
        throw redirect({
          href: `${location.pathname}?${new URLSearchParams({ ...search, ...filter })}`,
          state: {},
          replace: true,
        })
    },
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }): void => {
      void context.queryClient.prefetchInfiniteQuery(submissionsQuery(deps))
    },
    component: lazyRouteComponent(
      () => import(/* webpackChunkName: "form-submissions" */ '../submissions/screen.tsx'),
      'SubmissionsScreen',
    ),
  })
  return [list] as const
}
