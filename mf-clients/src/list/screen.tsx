import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ClientsPage, type ClientsPageProps } from './page.tsx'
import { readClientsSearch } from './search.ts'

const route = getRouteApi('/bookkeeper/clients/')

/** Connects the list of clients to the URL. */
export function ClientsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = useCallback<ClientsPageProps['onSearch']>(
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (old: object) => readClientsSearch({ ...old, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return <ClientsPage search={search} onSearch={onSearch} />
}
