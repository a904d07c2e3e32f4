import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FollowUpsPage } from './page.tsx'
import { readFollowUpsSearch } from './search.ts'

const route = getRouteApi('/bookkeeper/clients/follow-ups')

/** Connects the list of follow-ups to the URL. */
export function FollowUpsScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <FollowUpsPage
      search={search}
      onSearch={(next) => void navigate({ to: '.', search: readFollowUpsSearch({ ...next }), resetScroll: false })}
    />
  )
}
