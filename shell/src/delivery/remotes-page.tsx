import { QueryError, SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AuthLayout, Waiting } from '../sign-in/auth-layout.tsx'
import { Layout } from './layout.tsx'
import { sessionQuery, statesQuery } from './queries.ts'
import { RemoteDetail } from './remote-detail.tsx'
import { FlagsCard } from './flags/flags-card.tsx'
import { RemoteList } from './remote-list.tsx'
import { SignIn } from './sign-in.tsx'

const route = getRouteApi('/remotes')

/** Shows all remotes, or one of them. A team sees only its own. */
function Remotes({ own }: { own: string | null }) {
  const { name = own } = route.useSearch()
  const query = useQuery(statesQuery)
  if (!query.data) {
    if (query.error) return <QueryError title="Failed to load the remotes" query={query} />
    return (
      <>
        {/* Gets the focus after signing in. */}
        <h1 className="sr-only">Remotes</h1>
        <SkeletonGroup label="Loading remotes" className="grid gap-4" items={['h-9 w-48', 'h-28', 'h-28', 'h-28']} />
      </>
    )
  }
  const state = query.data.items.find((remote) => remote.name === name)
  return state ? (
    <RemoteDetail key={state.name} state={state} />
  ) : (
    <>
      <RemoteList states={query.data.items} wanted={name === own ? null : name} />
      {own === null ? <FlagsCard /> : null}
    </>
  )
}

/** Shows the operator page, after signing in to it. */
export function RemotesPage() {
  const query = useQuery(sessionQuery)
  if (query.data) {
    return (
      <Layout session={query.data}>
        <Remotes own={query.data.remote} />
      </Layout>
    )
  }
  if (query.data === null) return <SignIn />
  return (
    <AuthLayout>
      {query.error ? (
        <QueryError title="The session could not be checked" query={query} className="px-0 py-4" />
      ) : (
        <Waiting label="Checking the session" />
      )}
    </AuthLayout>
  )
}
