import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'

/** Context of every loader. */
export interface RouterContext {
  queryClient: QueryClient
}

/** The layout of a path. Its id is part of the ids of the routes inside. */
type LayoutOf<P extends string> = P extends `/client-${string}` ? 'client' : 'bookkeeper'

const makeRoot = () => createRootRouteWithContext<RouterContext>()()
const makeLayout = <const L extends string>(id: L) => createRoute({ getParentRoute: makeRoot, id })
const makeMount = <const P extends `/${string}`>(path: P, layout: LayoutOf<P>) =>
  createRoute({ getParentRoute: () => makeLayout(layout), path })

/** The parent route of a remote's routes: `createRoutes(mount: Mount<'/clients'>)`. */
export type Mount<P extends `/${string}`> = ReturnType<typeof makeMount<P>>
