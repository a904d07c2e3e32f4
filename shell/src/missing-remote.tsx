import type { Role } from '@portal/contract/statuses'
import { useDocumentTitle } from '@portal/kit/ui/page'
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { RemoteError } from './federation/remote-error.tsx'
import { SPECIFIED_REMOTES } from './specified-remotes.ts'

function MissingRemote({ label }: { label: string }) {
  useDocumentTitle(label)
  // The registry is read when the page is loaded.
  return <RemoteError label={label} onRetry={async () => location.reload()} />
}

/**
 * Returns routes for specified remotes that are not in the registry, so that their pages report a failure, not a wrong
 * address. `taken` are the paths that live remotes claim.
 */
export function missingRemoteRoutes(role: Role, taken: readonly string[], parent: AnyRoute): AnyRoute[] {
  return SPECIFIED_REMOTES.filter((remote) => remote.role === role).flatMap(({ routes, nav }) =>
    routes
      .filter((path) => !taken.includes(path))
      .map((path) =>
        createRoute({
          getParentRoute: () => parent,
          path,
          component: () => <MissingRemote label={nav?.label ?? path} />,
        }),
      ),
  )
}
