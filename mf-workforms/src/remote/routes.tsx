import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { lazyPage, type Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { readWorkformsSearch, type WorkformsSearch } from '../list/search.ts'
import { workformsQuery } from '../queries/workforms.ts'
import remote from './pages.ts'

/** Returns the routes of this remote under `/workforms`. */
export function createRoutes(mount: Mount<'/workforms'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    staticData: remote.pages['/workforms'],
    validateSearch: (raw: Record<string, unknown>): WorkformsSearch => ({
      ...dropUnknownParams(raw),
      ...readWorkformsSearch(raw),
    }),
    loaderDeps: ({ search: { q, tab } }) => ({ q, tab }),
    // Not awaited: the page renders at once, with skeletons until the data arrives.
    loader: ({ context, deps }): void => {
      void context.queryClient.prefetchInfiniteQuery(workformsQuery(deps))
    },
    component: lazyPage(() => import(/* webpackChunkName: "workforms" */ '../list/screen.tsx'), 'WorkformsScreen'),
  })
  return [list] as const
}
