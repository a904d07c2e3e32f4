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
import { type Host, type Mount, MountedRemote } from './mounted-remote.ts'
import { RemoteError } from './remote-error.tsx'
import { fetchRegistry, type Registry } from './registry.ts'
import { fitsTab } from './fits-tab.ts'

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
function createMount(remote: MountedRemote, path: string, parent: AnyRoute): Mount {
  const errorComponent = () => <RemoteError label={remote.label} onRetry={() => remote.retry()} />
  // A loader, not `beforeLoad`: the layout above is shown while loaders run, and stays when this one fails.
  const loader = async ({ location }: { location: ParsedLocation }) => {
    if (remote.ready) throw notFound()
    await remote.load()
    throw again(location)
  }
  const RemoteScope = () => (
    <div data-remote={remote.entry.name} className="contents">
      <Outlet />
    </div>
  )
  const route: AnyRoute = createRoute({ getParentRoute: () => parent, path, component: RemoteScope, errorComponent })
  const standIn = (at: string): AnyRoute =>
    createRoute({ getParentRoute: () => route, path: at, loader, errorComponent, pendingMs: 0 })
  const mount = { route, index: standIn('/'), splat: standIn('$') }
  route.addChildren([mount.index, mount.splat])
  return mount
}

/** The same address again, now with the remote's routes in the tree; its navigation state comes along. */
const again = (location: ParsedLocation) => redirect({ href: location.href, state: location.state, replace: true })

/** Moves what has not been opened yet to the versions of `fresh` that fit; answers the newer entries of what has. */
async function compare(mounted: MountedRemote[], fresh: RemoteEntry[]): Promise<Offer[]> {
  const newer: Offer[] = []
  for (const remote of mounted) {
    const entry = fresh.find((r) => r.name === remote.entry.name)
    if (!entry || entry.version === remote.entry.version || entry.refused) continue
    const fit = fitsTab(entry)
    if (remote.ready) newer.push({ entry, reload: !fit })
    else if (!remote.started && fit) await remote.take(entry)
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
  const mounted = registry.remotes.map((entry) => new MountedRemote(entry, host))
  for (const remote of mounted) {
    for (const path of remote.entry.routes) {
      // Two remotes that claim one prefix must not cost the whole route tree.
      if (taken.has(path)) continue
      taken.add(path)
      const mount = createMount(remote, path, parents[remote.entry.role])
      remote.mounts.push(mount)
      routes[remote.entry.role].push(mount.route)
    }
  }
  return {
    routes,
    connect: (router) => {
      host.router = router
    },
    ahead: async (path, role) => {
      const lies = (route: string): boolean => path === route || path.startsWith(`${route}/`)
      const remote = mounted.find(({ entry }) => entry.role === role && entry.routes.some(lies))
      if (!remote) return
      // The layout around it comes at the same time, not behind it.
      const { component } = parents[remote.entry.role].options as {
        component?: Partial<Pick<AsyncRouteComponent<object>, 'preload'>>
      }
      await Promise.all([remote.load(), component?.preload?.()]).catch(() => undefined)
    },
    resolve: async (location) => {
      const leaf = host.router?.matchRoutes(location).at(-1)?.routeId
      const remote = mounted.find(({ mounts }) => mounts.some(({ splat }) => splat.id === leaf))
      if (!remote) return
      if (remote.ready) throw notFound()
      await remote.load().catch(() => undefined)
      if (remote.ready) throw again(location)
    },
    check: async () => compare(mounted, (await fetchRegistry()).remotes),
    upgrade: async (entry) => {
      await mounted.find((p) => p.entry.name === entry.name)?.upgrade(entry)
    },
  }
}
