import type { RemoteEntry } from '@portal/contract/remotes'
import { setFlags } from '@portal/sdk'
import {
  type AnyRoute,
  type AnyRouter,
  createRoute,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteOutcome, showRemote } from '../vitals/outcomes.ts'
import type { Loader } from './loader.ts'
import { type Host, type Mount, MountedRemote } from './mounted-remote.ts'
import { RemoteError } from './remote-error.tsx'
import { fetchRegistry, type Registry } from './registry.ts'
import { fitsTab } from './fits-tab.ts'

/** The routes that remotes are mounted under, by role. */
export interface RemoteParents {
  bookkeeper: AnyRoute
  client: AnyRoute
}

/** A new version of the shell. */
interface ShellEntry extends Pick<RemoteEntry, 'name' | 'version'> {
  nav: { label: string }
}

/** The live version of the shell or an open remote, which is not the one in this tab. */
export interface Offer {
  entry: RemoteEntry | ShellEntry
  /** Whether it needs a page load: a newer shell than the one in this tab, or a build that cannot be replaced. */
  reload: boolean
  /** The version that the tab must leave as soon as nothing is unsaved, if it is broken. */
  leave?: string
}

/** The remotes of this tab. */
export interface Remotes {
  /** One mount per remote and prefix, to be added to the children of its parent. */
  routes: { bookkeeper: AnyRoute[]; client: AnyRoute[] }
  /** Sets the router that shows the remotes. Call it before the router loads. */
  connect: (router: AnyRouter) => void
  /**
   * Checks whether a remote has a page at an address below its mount, by loading it. Throws
   * `notFound`, or a redirect to the same address with the remote's routes in the tree. Returns if
   * the address is not below a mount, or the remote cannot be loaded.
   */
  resolve: (location: ParsedLocation) => Promise<void>
  /**
   * Reads the registry. Remotes that are not open yet switch to their live versions; those of open
   * remotes and of the shell are returned if they differ. Sets feature flags. Rejects if the registry
   * cannot be loaded.
   */
  check: () => Promise<Offer[]>
  /**
   * Loads another version of an open remote, and switches to it when `idle` resolves. Rejects
   * without a change if that fails.
   */
  upgrade: (entry: RemoteEntry, idle: () => Promise<void>) => Promise<void>
}

/**
 * Creates the routes of one prefix. They load the remote when first opened or hovered, and are
 * replaced by its own routes.
 */
function createMount(remote: MountedRemote, path: string, parent: AnyRoute): Mount {
  const errorComponent = () => {
    useEffect(() => {
      if (remote.isReady) noteOutcome(remote.entry, 'render_error')
    }, [])
    return <RemoteError label={remote.label} onRetry={() => remote.retry()} />
  }
  // A loader and not `beforeLoad`: the layout is shown while loaders run, and stays when this one fails.
  const loader = async ({ location }: { location: ParsedLocation }) => {
    if (remote.isReady) throw notFound()
    await remote.load()
    throw reopen(location)
  }
  const RemoteScope = () => {
    const { entry } = remote
    useEffect(() => showRemote(entry), [entry])
    return (
      <div data-remote={entry.name} className="contents">
        <Outlet />
      </div>
    )
  }
  const route: AnyRoute = createRoute({ getParentRoute: () => parent, path, component: RemoteScope, errorComponent })
  const placeholder = (at: string): AnyRoute =>
    createRoute({ getParentRoute: () => route, path: at, loader, errorComponent, pendingMs: 0 })
  const mount = { route, index: placeholder('/'), splat: placeholder('$') }
  route.addChildren([mount.index, mount.splat])
  return mount
}

/** Redirects to the same address with the same navigation state, now with the remote's routes in the tree. */
const reopen = (location: ParsedLocation) => redirect({ href: location.href, state: location.state, replace: true })

/**
 * Switches unopened remotes to their versions in `fresh` if they are compatible. Returns the live
 * versions of open remotes that run another one.
 */
async function compare(mounted: MountedRemote[], fresh: RemoteEntry[], loader: Loader): Promise<Offer[]> {
  const offers: Offer[] = []
  for (const remote of mounted) {
    const { name, version } = remote.entry
    const entry = fresh.find((r) => r.name === name)
    if (!entry || entry.version === version || entry.refused) continue
    const isCompatible = fitsTab(entry)
    const leave = entry.leave?.includes(version) ? { leave: version } : {}
    // Widgets cannot be replaced: without the routes, only they are loaded.
    const reload = !remote.isReady || !isCompatible || !remote.canBecome(entry)
    if (loader.isInUse(name)) offers.push({ entry, reload, ...leave })
    else if (isCompatible) await remote.adopt(entry)
  }
  return offers
}

/** Offers the shell if the server has another one than this tab. */
const newShell = (own: string | undefined, live: string | undefined): Offer[] =>
  own && live && own !== live
    ? [{ entry: { name: 'shell', version: live, nav: { label: 'the portal' } }, reload: true }]
    : []

/** Creates the mounts of all remotes in the registry. Their routes join the shell's router. */
export function createRemoteRoutes(registry: Registry, parents: RemoteParents, loader: Loader): Remotes {
  const host: Host = { loader, router: undefined }
  const routes: Remotes['routes'] = { bookkeeper: [], client: [] }
  const taken = new Set<string>()
  const mounted = registry.remotes.map((entry) => new MountedRemote(entry, host))
  for (const remote of mounted) {
    for (const path of remote.entry.routes) {
      // If two remotes claim the same prefix, the first one gets it.
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
    resolve: async (location) => {
      const leaf = host.router?.matchRoutes(location).at(-1)?.routeId
      const remote = mounted.find(({ mounts }) => mounts.some(({ splat }) => splat.id === leaf))
      if (!remote) return
      if (remote.isReady) throw notFound()
      await remote.load().catch(() => undefined)
      if (remote.isReady) throw reopen(location)
    },
    check: async () => {
      const fresh = await fetchRegistry()
      setFlags(fresh.flags)
      return [...newShell(registry.shell, fresh.shell), ...(await compare(mounted, fresh.remotes, loader))]
    },
    upgrade: async (entry, idle) => {
      await mounted.find((p) => p.entry.name === entry.name)?.upgrade(entry, idle)
    },
  }
}
