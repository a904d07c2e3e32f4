import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { lazyPage, type Mount } from '@portal/sdk'
import { createRoute, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { groupsQuery, submissionsQuery, viewsQuery } from '../submissions/queries.ts'
import { filterOfState, groupingOf, parseSearch, type SubmissionsSearch } from '../submissions/search.ts'
import remote from './pages.ts'

/** Returns the saved view of the list. Without it, the list has its default order, so failures are not retried. */
async function savedView(cache: QueryClient): Promise<SubmissionsSearch> {
  const views = await cache.fetchQuery({ ...viewsQuery, retry: false }).catch(() => undefined)
  const { order, sort, ...view } = views?.submissions ?? {}
  return parseSearch({ ...view, sort: order ?? sort })
}

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
    beforeLoad: async ({ context, location, search }): Promise<void> => {
      // Moves navigation state to search parameters: it would survive clearing the filter and be missing from links.
      const filter = filterOfState(location.state)
      if (filter)
        throw redirect({
          href: `${location.pathname}?${new URLSearchParams({ ...search, ...filter })}`,
          state: {},
          replace: true,
        })
      if (Object.values(search).some((value) => value !== undefined)) return
      // The address has no choices, so the saved ones apply. Usually there are none: the list need not wait for that.
      void context.queryClient.prefetchInfiniteQuery(submissionsQuery({}))
      const view = await savedView(context.queryClient)
      if (Object.keys(view).length > 0)
        throw redirect({ href: `${location.pathname}?${new URLSearchParams({ ...view })}`, replace: true })
    },
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }): void => {
      const by = groupingOf(deps)
      if (by) void context.queryClient.prefetchInfiniteQuery(groupsQuery(deps, by))
      else void context.queryClient.prefetchInfiniteQuery(submissionsQuery(deps))
    },
    component: lazyPage(
      () => import(/* webpackChunkName: "form-submissions" */ '../submissions/screen.tsx'),
      'SubmissionsScreen',
    ),
  })
  return [list] as const
}
