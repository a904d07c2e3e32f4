import type { OperatorSession } from '@portal/contract/operators'
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

/** Shows the remotes of the person, or one of them. Operators see all, and the feature flags. */
function Remotes({ session: { email, remotes } }: { session: OperatorSession }) {
  const { name = null } = route.useSearch()
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
  const { items } = query.data
  const only = remotes !== null && items.length === 1 ? items[0] : undefined
  const state = name === null ? only : items.find((remote) => remote.name === name)
  return state ? (
    <RemoteDetail key={state.name} state={state} isOnly={state === only} />
  ) : (
    <>
      <RemoteList states={items} wanted={name} teamOf={remotes && email} />
      {remotes === null ? <FlagsCard /> : null}
    </>
  )
}

/** Shows the operator page, after signing in to it. */
export function RemotesPage() {
  const query = useQuery(sessionQuery)
  if (query.data) {
    return (
      <Layout session={query.data}>
        <Remotes session={query.data} />
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
