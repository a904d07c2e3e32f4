import type { Mount } from '@portal/sdk'
import { createRouter } from '@tanstack/react-router'
import type { createRoutes as clientPortal } from 'mf-client-portal/routes'
import type { createRoutes as clients } from 'mf-clients/routes'
import type { createRoutes as review } from 'mf-review/routes'
import type { createRoutes as workforms } from 'mf-workforms/routes'
import type { remotesRoute } from '../delivery/router.tsx'
import type { bookkeeperPages } from '../routes/bookkeeper.ts'
import type { clientPages } from '../routes/client.ts'
import type { bookkeeperRoute, clientRoute, rootRoute, ShellContext } from '../routes/layouts.ts'
import type { publicRoutes } from '../routes/public.ts'

/**
 * The whole route tree, as if every remote were loaded. It exists for the compiler only: in the
 * shell and in every remote, a link with an unknown path, wrong params or wrong search does not
 * compile. The operator page, which has a router of its own, is part of it, because the compiler knows only one tree;
 * the portal must not link to it.
 */

interface Shell {
  root: typeof rootRoute
  bookkeeper: typeof bookkeeperRoute
  client: typeof clientRoute
  open: typeof publicRoutes
  operators: typeof remotesRoute
  bookkeeperPages: typeof bookkeeperPages
  clientPages: typeof clientPages
}
interface Mounts {
  clients: Mount<'/clients'>
  workforms: Mount<'/workforms'>
  review: Mount<'/form-submissions'>
  portal: Mount<'/client-dashboard'>
}
interface Routes {
  clients: ReturnType<typeof clients>
  workforms: ReturnType<typeof workforms>
  review: ReturnType<typeof review>
  portal: ReturnType<typeof clientPortal>
}

const wholeRouter = (shell: Shell, mounts: Mounts, routes: Routes, context: ShellContext) =>
  createRouter({
    context,
    routeTree: shell.root.addChildren([
      ...shell.open,
      shell.operators,
      shell.bookkeeper.addChildren([
        ...shell.bookkeeperPages,
        mounts.clients.addChildren(routes.clients),
        mounts.workforms.addChildren(routes.workforms),
        mounts.review.addChildren(routes.review),
      ]),
      shell.client.addChildren([...shell.clientPages, mounts.portal.addChildren(routes.portal)]),
    ]),
  })

declare module '@tanstack/react-router' {
  interface Register {
    /** The router with the routes of every remote. */
    router: ReturnType<typeof wholeRouter>
  }
}
