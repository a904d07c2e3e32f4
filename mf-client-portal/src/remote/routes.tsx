import type { Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { workformsQuery } from '../dashboard/queries.ts'
import { parseSearch } from '../dashboard/search.ts'

/** The routes of the client's dashboard, under the mount that the shell gives. */
export function createRoutes(mount: Mount<'/client-dashboard'>) {
  const dashboard = createRoute({
    getParentRoute: () => mount,
    path: '/',
    validateSearch: parseSearch,
    loader: ({ context }): void => {
      void context.queryClient.prefetchQuery(workformsQuery)
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
