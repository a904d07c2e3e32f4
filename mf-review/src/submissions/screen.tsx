import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SubmissionsPage } from './submissions-page.tsx'

const route = getRouteApi('/bookkeeper/form-submissions/')

/** Connects the list of submissions to the URL. */
export function SubmissionsScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SubmissionsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}
