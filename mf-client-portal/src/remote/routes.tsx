import { dropUnknownParams } from '@portal/kit/ui/search-params'
import type { Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import { parseSearch, type DashboardSearch } from '../dashboard/search.ts'

/** Creates the routes of the client's dashboard under the shell's mount. */
export function createRoutes(mount: Mount<'/client-dashboard'>) {
  const dashboard = createRoute({
    getParentRoute: () => mount,
    path: '/',
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
    component: Screen,
  })
  function Screen(): ReactNode {
    const search = dashboard.useSearch()
    const navigate = dashboard.useNavigate()
    return (
      <DashboardPage
        search={search}
        onSearch={(next, step = false) => void navigate({ search: next, replace: !step, resetScroll: false })}
      />
    )
  }
  return [dashboard] as const
}
