import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'

/** What the router hands to every loader. */
export interface RouterContext {
  queryClient: QueryClient
}

const makeRoot = () => createRootRouteWithContext<RouterContext>()()
const makeMount = <const P extends `/${string}`>(path: P) => createRoute({ getParentRoute: makeRoot, path })

/** The route under which a remote hangs its own: `createRoutes(mount: Mount<'/clients'>)`. */
export type Mount<P extends `/${string}`> = ReturnType<typeof makeMount<P>>
