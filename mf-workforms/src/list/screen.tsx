import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { WorkformsPage, type WorkformsPageProps } from './page.tsx'
import { readWorkformsSearch } from './search.ts'

const route = getRouteApi('/bookkeeper/workforms/')

/** Connects the list of workforms to the URL. */
export function WorkformsScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
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
}
