import { api, call, type Mount, useSession } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { createRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import './styles.css'

function ChartsPage() {
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['charts', 'newest-client'],
    queryFn: ({ signal }) => call(api.clients.$get({ query: { limit: '1', sort: '-created' } }, { init: { signal } })),
  })
  return (
    <div className="charts">
      <h1>Charts</h1>
      <p>Signed in as {session?.user.name}</p>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} the newest client
      </button>
      {isOpen && <p>{data?.items[0]?.name ?? 'Loading…'}</p>}
      <Link to="/clients">All clients</Link>
    </div>
  )
}

/** Returns the routes of this remote under `/charts`. */
export function createRoutes(mount: Mount<'/charts'>) {
  return [createRoute({ getParentRoute: () => mount, path: '/', component: ChartsPage })]
}
