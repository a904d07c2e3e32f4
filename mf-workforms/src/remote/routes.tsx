import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { WorkformsPage, type WorkformsPageProps } from '../list/page.tsx'
import { readWorkformsSearch, type WorkformsSearch } from '../list/search.ts'
import { workformsQuery } from '../queries/workforms.ts'

/** Returns the routes of this remote under `/workforms`. */
export function createRoutes(mount: Mount<'/workforms'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    validateSearch: (raw: Record<string, unknown>): WorkformsSearch => ({
      ...dropUnknownParams(raw),
      ...readWorkformsSearch(raw),
    }),
    loaderDeps: ({ search: { q, tab } }) => ({ q, tab }),
    // Not awaited: the page renders at once, with skeletons until the data arrives.
    loader: ({ context, deps }): void => {
      void context.queryClient.prefetchInfiniteQuery(workformsQuery(deps))
    },
    component: function Workforms() {
      const search = list.useSearch()
      const navigate = list.useNavigate()
      const onSearch = useCallback<WorkformsPageProps['onSearch']>(
        (change, { replace = false } = {}) => {
          void navigate({
            to: '.',
            search: (old: object) => readWorkformsSearch({ ...old, ...change }),
            replace,
            resetScroll: false,
          })
        },
        [navigate],
      )
      return <WorkformsPage search={search} onSearch={onSearch} />
    },
  })
  return [list] as const
}
