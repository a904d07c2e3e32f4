import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DashboardPage } from './dashboard-page.tsx'

const route = getRouteApi('/client/client-dashboard/')

/** Connects the client's dashboard to the URL. */
export function DashboardScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <DashboardPage
      search={search}
      onSearch={(next, step = false) => void navigate({ search: next, replace: !step, resetScroll: false })}
    />
  )
}
