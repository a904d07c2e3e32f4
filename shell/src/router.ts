import type { RemoteEntry } from '@portal/contract/remotes'
import { queryClient } from '@portal/sdk'
import { createRouter } from '@tanstack/react-router'
import type { Remotes } from './federation/remote-routes.tsx'
import { missingRemoteRoutes } from './missing-remote.tsx'
import { PagePending } from './page-pending.tsx'
import { bookkeeperPages } from './routes/bookkeeper.ts'
import { clientPages } from './routes/client.ts'
import { bookkeeperRoute, clientRoute, rootRoute } from './routes/layouts.ts'
import { publicRoutes } from './routes/public.ts'

/** Creates the router of shell and remotes. `routes` are the mounts of the remotes. */
export function createPortalRouter(
  { routes, resolve }: Pick<Remotes, 'routes' | 'resolve'>,
  remotes: readonly RemoteEntry[],
) {
  const taken = remotes.flatMap((remote) => remote.routes)
  const routeTree = rootRoute.addChildren([
    ...publicRoutes,
    bookkeeperRoute.addChildren([
      ...bookkeeperPages,
      ...routes.bookkeeper,
      ...missingRemoteRoutes('bookkeeper', taken, bookkeeperRoute),
    ]),
    clientRoute.addChildren([...clientPages, ...routes.client, ...missingRemoteRoutes('client', taken, clientRoute)]),
  ])
  return createRouter({
    routeTree,
    context: { queryClient, remotes, resolve },
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    // The query client decides what is stale.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
}
