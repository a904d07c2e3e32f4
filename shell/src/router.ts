import type { RemoteEntry } from '@portal/contract/remotes'
import { PageSkeleton } from '@portal/kit/states'
import { queryClient } from '@portal/sdk'
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { missingParts } from './missing-part.tsx'
import { bookkeeperPages, bookkeeperRoute, clientPages, clientRoute, publicRoutes, rootRoute } from './routes.tsx'

/** The one router of shell and remotes. `mounts` are the routes under which remotes appear. */
export function createPortalRouter(mounts: { bookkeeper: AnyRoute[]; client: AnyRoute[] }, remotes: readonly RemoteEntry[]) {
  const taken = remotes.flatMap((remote) => remote.routes)
  const routeTree = rootRoute.addChildren([
    ...publicRoutes,
    bookkeeperRoute.addChildren([...bookkeeperPages, ...mounts.bookkeeper, ...missingParts('bookkeeper', taken, bookkeeperRoute)]),
    clientRoute.addChildren([...clientPages, ...mounts.client, ...missingParts('client', taken, clientRoute)]),
  ])
  return createRouter({
    routeTree,
    context: { queryClient, remotes },
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    // Freshness is the query client's business.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
}
