import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { lazyPage, type RouterContext } from '@portal/sdk'
import { createRootRouteWithContext, createRoute, type ParsedLocation } from '@tanstack/react-router'
import { requireRole } from '../guards.ts'
import { NotFound } from '../not-found.tsx'
import { Root } from '../root.tsx'
import { ShellError } from '../shell-error.tsx'

/** The root and the layouts. Remotes add their routes below the two layouts (see `federation/remote-routes.tsx`). */

/** Context of the shell's routes, in addition to that of remotes. */
export interface ShellContext extends RouterContext {
  /** The live remotes, for the navigation. */
  remotes: readonly RemoteEntry[]
  /**
   * Throws `notFound` if no remote has a page at this address, or a redirect to it once its remote
   * is loaded.
   */
  resolve: (location: ParsedLocation) => Promise<void>
}

export const rootRoute = createRootRouteWithContext<ShellContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ShellError,
})

/**
 * Lets only users of this role pass. An address without a page shows the 404 page instead of asking
 * to sign in.
 */
const guarded =
  (role: Role) =>
  async ({ location, context }: { location: ParsedLocation; context: ShellContext }): Promise<void> => {
    try {
      await requireRole(role, location.href)
    } catch (refusal) {
      await context.resolve(location)
      throw refusal
    }
  }

/** The bookkeeper's layout: sidebar, header, bell. */
export const bookkeeperRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bookkeeper',
  beforeLoad: guarded('bookkeeper'),
  component: lazyPage(
    () => import(/* webpackChunkName: "bookkeeper" */ '../layout/bookkeeper-layout.tsx'),
    'BookkeeperLayout',
  ),
})

/** The client's layout. */
export const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'client',
  beforeLoad: guarded('client'),
  component: lazyPage(() => import(/* webpackChunkName: "client" */ '../layout/client-layout.tsx'), 'ClientLayout'),
})
