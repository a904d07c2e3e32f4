import type { RemoteEntry } from '@portal/contract/remotes'
import { PageSkeleton } from '@portal/kit/states'
import { queryClient } from '@portal/sdk'
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { bookkeeperPages, bookkeeperRoute, clientPages, clientRoute, publicRoutes, rootRoute } from './routes.tsx'

/** The one router of shell and remotes. `mounts` are the routes under which remotes appear. */
export function createPortalRouter(mounts: { bookkeeper: AnyRoute[]; client: AnyRoute[] }, remotes: readonly RemoteEntry[]) {
  const routeTree = rootRoute.addChildren([
    ...publicRoutes,
    bookkeeperRoute.addChildren([...bookkeeperPages, ...mounts.bookkeeper]),
    clientRoute.addChildren([...clientPages, ...mounts.client]),
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
