import type { RemoteEntry } from '@portal/contract/remotes'
import type { WidgetName } from '@portal/contract/widgets'
import { setFlags, topLayer } from '@portal/sdk'
import {
  type AnyRoute,
  type AnyRouter,
  createRoute,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showRemote } from '../vitals/outcomes.ts'
import type { Loader } from './loader.ts'
import { type Host, type Mount, MountedRemote, switching } from './mounted-remote.ts'
import { RemoteError } from './remote-error.tsx'
import { fetchRegistry, type Registry } from './registry.ts'

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
  /**
   * Replaces the remote of a widget that has failed with the live version, if it is a canary. Resolves with whether it
   * is replaced.
   * @param hasThrown whether it failed while rendering, which is reported
   */
  fallBack: (widget: WidgetName, hasThrown?: boolean) => Promise<boolean>
}

/** Replaces a page that cannot be loaded, or has thrown an error: with that of the live version, if there is one. */
function FailedPage({ remote }: { remote: MountedRemote }) {
  const [isOver, setIsOver] = useState(!remote.entry.fallback)
  const [hadDialog] = useState(() => topLayer()?.inAddress === false)
  useEffect(() => {
    const how = { hasThrown: remote.isReady, mayReload: true, hadDialog }
    void remote.fallBack(how).then((isReplaced) => isReplaced || setIsOver(true))
  }, [remote, hadDialog])
  const Pending = useRouter().options.defaultPendingComponent
  const retry = async () => (await switching.load()).retry(remote)
  if (isOver) return <RemoteError label={remote.label} onRetry={retry} />
  return Pending ? <Pending /> : null
}

/**
 * Creates the routes of one prefix. They load the remote when first opened or hovered, and are
 * replaced by its own routes.
 */
function createMount(remote: MountedRemote, path: string, parent: AnyRoute): Mount {
  const errorComponent = () => <FailedPage remote={remote} />
  // A loader and not `beforeLoad`: the layout is shown while loaders run, and stays when this one fails.
  const loader = async ({ location }: { location: ParsedLocation }) => {
    if (remote.isReady) throw notFound()
    await remote.load()
    throw reopen(location)
  }
  const RemoteScope = () => {
    useEffect(() => showRemote(remote), [])
    return (
      <div data-remote={remote.entry.name} className="contents">
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
      const [fresh, { compare }] = await Promise.all([fetchRegistry(), switching.loadNow()])
      setFlags(fresh.flags)
      return compare(mounted, registry.shell, fresh)
    },
    upgrade: async (entry, idle) => {
      const remote = mounted.find((p) => p.entry.name === entry.name)
      if (remote) await (await switching.loadNow()).upgrade(remote, entry, idle)
    },
    fallBack: async (widget, hasThrown) => {
      const remote = mounted.find((p) => widget.startsWith(`${p.entry.name}/`))
      return remote?.fallBack({ hasThrown, mayReload: true }) ?? false
    },
  }
}
