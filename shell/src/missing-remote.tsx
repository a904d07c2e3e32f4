import { useDocumentTitle } from '@portal/kit/ui/page'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { RemoteError } from './federation/remote-error.tsx'

/** What the specification has at these paths, even where no live remote claims them. */
const EXPECTED: Readonly<Record<'bookkeeper' | 'client', Readonly<Record<string, string>>>> = {
  bookkeeper: { '/clients': 'Clients', '/workforms': 'Workforms', '/form-submissions': 'Form Submissions' },
  client: { '/client-dashboard': 'Dashboard' },
}

function MissingRemote({ label }: { label: string }) {
  useDocumentTitle(label)
  // Which parts there are is read when the page is loaded.
  return <RemoteError label={label} onRetry={async () => location.reload()} />
}

/**
 * Routes for the pages whose remote is not in the registry: a page that should be there is missing, which is not the same as
 * a wrong address. `taken` are the paths that remotes do claim.
 */
export function missingRemoteRoutes(
  role: 'bookkeeper' | 'client',
  taken: readonly string[],
  parent: AnyRoute,
): AnyRoute[] {
  return Object.entries(EXPECTED[role])
    .filter(([path]) => !taken.includes(path))
    .map(([path, label]) =>
      createRoute({ getParentRoute: () => parent, path, component: () => <MissingRemote label={label} /> }),
    )
}
