import type { RemoteEntry } from '@portal/contract/remotes'
import {
  type AnyRoute,
  type AnyRouter,
  type AsyncRouteComponent,
  createRoute,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import type { Loader } from './loader.ts'
import { type Host, type Mount, Part } from './part.ts'
import { RemoteError } from './RemoteError.tsx'
import { fetchRegistry, type Registry } from './registry.ts'
import { fitsTab } from './runs.ts'

/** The routes under which remotes appear, by who may open them. */
export interface RemoteParents {
  bookkeeper: AnyRoute
  client: AnyRoute
}

/** A newer version of a part that is open. */
export interface Offer {
  entry: RemoteEntry
  /** It needs a newer shell than this tab has: only a new page load can have it. */
  reload: boolean
}

/** The remotes of this tab. */
export interface Remotes {
  /** One mount per remote and prefix, to be added to the children of its parent. */
  routes: { bookkeeper: AnyRoute[]; client: AnyRoute[] }
  /** Tells which router shows them. To be called before it loads. */
  connect: (router: AnyRouter) => void
  /** Loads the remote whose page is at this path, and the layout around it, if this is its role's. Never rejects: what fails is tried again when the page is opened. */
  ahead: (path: string, role: string | undefined) => Promise<void>
  /**
   * Finds out whether a remote has a page at an address below its mount, by loading it: throws `notFound`, or a redirect to the same address
   * with the remote's routes in the tree. Returns where the address is no such one, or the remote cannot be had.
   */
  resolve: (location: ParsedLocation) => Promise<void>
  /**
   * Looks for newer versions. A remote that has not been opened yet will be loaded in its new version; the opened ones that
   * have one are answered, and keep running as they are. Rejects when the registry cannot be had.
   */
  check: () => Promise<Offer[]>
  /** Switches an opened remote to another version. Rejects, and changes nothing, if it cannot be had. */
  upgrade: (entry: RemoteEntry) => Promise<void>
}

/** The routes of one prefix: they load the remote when they are first opened (or hovered), and give way to its own. */
function createMount(part: Part, path: string, parent: AnyRoute): Mount {
  const errorComponent = () => <RemoteError label={part.label} onRetry={() => part.retry()} />
  // A loader, not `beforeLoad`: the layout above is shown while loaders run, and stays when this one fails.
  const loader = async ({ location }: { location: ParsedLocation }) => {
    if (part.ready) throw notFound()
    await part.load()
    throw again(location)
  }
  const Frame = () => (
    <div data-remote={part.entry.name} className="contents">
      <Outlet />
    </div>
  )
  const route: AnyRoute = createRoute({ getParentRoute: () => parent, path, component: Frame, errorComponent })
  const standIn = (at: string): AnyRoute =>
    createRoute({ getParentRoute: () => route, path: at, loader, errorComponent, pendingMs: 0 })
  const mount = { route, index: standIn('/'), splat: standIn('$') }
  route.addChildren([mount.index, mount.splat])
  return mount
}

/** The same address again, now with the remote's routes in the tree; its navigation state comes along. */
const again = (location: ParsedLocation) => redirect({ href: location.href, state: location.state, replace: true })

/** Moves what has not been opened yet to the versions of `fresh` that fit; answers the newer entries of what has. */
async function compare(parts: Part[], fresh: RemoteEntry[]): Promise<Offer[]> {
  const newer: Offer[] = []
  for (const part of parts) {
    const entry = fresh.find((r) => r.name === part.entry.name)
    if (!entry || entry.version === part.entry.version || entry.refused) continue
    const fit = fitsTab(entry)
    if (part.ready) newer.push({ entry, reload: !fit })
    else if (!part.started && fit) await part.take(entry)
  }
  return newer
}

/**
 * Makes the mounts of all remotes in the registry. What a remote brings joins the one router, with its loaders, params and
 * search schemas.
 */
export function createRemoteRoutes(registry: Registry, parents: RemoteParents, loader: Loader): Remotes {
  const host: Host = { loader, router: undefined }
  const routes: Remotes['routes'] = { bookkeeper: [], client: [] }
  const taken = new Set<string>()
  const parts = registry.remotes.map((entry) => new Part(entry, host))
  for (const part of parts) {
    for (const path of part.entry.routes) {
      // Two remotes that claim one prefix must not cost the whole route tree.
      if (taken.has(path)) continue
      taken.add(path)
      const mount = createMount(part, path, parents[part.entry.role])
      part.mounts.push(mount)
      routes[part.entry.role].push(mount.route)
    }
  }
  return {
    routes,
    connect: (router) => {
      host.router = router
    },
    ahead: async (path, role) => {
      const lies = (route: string): boolean => path === route || path.startsWith(`${route}/`)
      const part = parts.find(({ entry }) => entry.role === role && entry.routes.some(lies))
      if (!part) return
      // The layout around it comes at the same time, not behind it.
      const { component } = parents[part.entry.role].options as {
        component?: Partial<Pick<AsyncRouteComponent<object>, 'preload'>>
      }
      await Promise.all([part.load(), component?.preload?.()]).catch(() => undefined)
    },
    resolve: async (location) => {
      const leaf = host.router?.matchRoutes(location).at(-1)?.routeId
      const part = parts.find(({ mounts }) => mounts.some(({ splat }) => splat.id === leaf))
      if (!part) return
      if (part.ready) throw notFound()
      await part.load().catch(() => undefined)
      if (part.ready) throw again(location)
    },
    check: async () => compare(parts, (await fetchRegistry()).remotes),
    upgrade: async (entry) => {
      await parts.find((p) => p.entry.name === entry.name)?.upgrade(entry)
    },
  }
}
