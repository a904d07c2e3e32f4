import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { submissionsQuery } from '../submissions/queries.ts'
import { filterOfState, parseSearch, type SubmissionsSearch } from '../submissions/search.ts'
import { SubmissionsPage } from '../submissions/submissions-page.tsx'

/** Creates the routes of Form Submissions under the shell's mount. */
export function createRoutes(mount: Mount<'/form-submissions'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
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
    component: Screen,
  })
  function Screen(): ReactNode {
    const search = list.useSearch()
    const navigate = list.useNavigate()
    return (
      <SubmissionsPage
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  }
  return [list] as const
}
