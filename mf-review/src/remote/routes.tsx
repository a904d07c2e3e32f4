import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { submissionsQuery } from '../submissions/queries.ts'
import { filterOfState, parseSearch, type SubmissionsSearch } from '../submissions/search.ts'
import { SubmissionsPage } from '../submissions/submissions-page.tsx'

/** The routes of Form Submissions, under the mount that the shell gives. */
export function createRoutes(mount: Mount<'/form-submissions'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    validateSearch: (raw: Record<string, unknown>): SubmissionsSearch => ({
      ...dropUnknownParams(raw),
      ...parseSearch(raw),
    }),
    beforeLoad: ({ location, search }): void => {
      // Navigation state would survive clearing the filter, and be lost to a link: it becomes search parameters.
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
