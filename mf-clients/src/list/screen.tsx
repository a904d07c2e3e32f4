import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { ClientsPage } from './page.tsx'
import { readClientsSearch, type ClientsSearch } from './search.ts'
import { useSearchAhead } from './search-ahead.ts'

const route = getRouteApi('/bookkeeper/clients/')

/** Connects the list of clients to the URL. */
export function ClientsScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = useCallback(
    (change: Partial<ClientsSearch>, { replace }: { replace: boolean }) =>
      navigate({
        to: '.',
        search: (old: object) => readClientsSearch({ ...old, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const { shown, onSearch } = useSearchAhead(search, go)
  return <ClientsPage search={shown} onSearch={onSearch} />
}
