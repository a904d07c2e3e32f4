import { api, call, type Mount, useSession } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { createRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import './styles.css'

function StatsPage() {
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['stats', 'newest-client'],
    queryFn: ({ signal }) => call(api.clients.$get({ query: { limit: '1', sort: '-created' } }, { init: { signal } })),
  })
  return (
    <div className="stats">
      <h1>Stats</h1>
      <p>Signed in as {session?.user.name}</p>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} the newest client
      </button>
      {isOpen && <p>{data?.items[0]?.name ?? 'Loading…'}</p>}
      <Link to="/clients">All clients</Link>
    </div>
  )
}

/** Returns the routes of this remote under `/stats`. */
export function createRoutes(mount: Mount<'/stats'>) {
  return [createRoute({ getParentRoute: () => mount, path: '/', component: StatsPage })]
}
