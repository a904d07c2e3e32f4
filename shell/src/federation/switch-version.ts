import type { RemoteEntry } from '@portal/contract/remotes'
import { hasUnsaved, tabStore, toastInfo, topLayer } from '@portal/sdk'
import type { AnyRoute } from '@tanstack/react-router'
import { noteOutcome, noteOutcomeOfShown } from '../vitals/outcomes.ts'
import { fitsTab } from './fits-tab.ts'
import type { MountedRemote } from './mounted-remote.ts'
import { fetchRegistry } from './registry.ts'
import { RemoteLoadError } from './remote-load-error.ts'

export { compare } from './compare-versions.ts'

/** Gives a remote the routes of a version. */

/** Time between two looks whether the registry knows of a failure, in ms, and their number. */
const LOOK_EVERY_MS = 500
const LOOKS = 6
/** Prefix of the session storage keys of canaries for which this tab was loaded again. */
const RELOADED = 'portal.reloaded.'

interface RoutesModule {
  createRoutes: (mount: AnyRoute) => readonly AnyRoute[]
}
const hasRoutes = (loaded: unknown): loaded is RoutesModule =>
  typeof loaded === 'object' && loaded !== null && 'createRoutes' in loaded && typeof loaded.createRoutes === 'function'

/** Removes the style sheets of other versions of a remote. */
function dropStyles({ name, version }: RemoteEntry): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="/remotes/${name}/"]`)) {
    if (!link.href.includes(`/remotes/${name}/${version}/`)) link.remove()
  }
}

/**
 * Adds the routes of a version to all mounts at once. The splat route stays, because a pending match may still be on
 * screen. Throws without a change if there are none, which counts against the version.
 */
export function addRoutes(remote: MountedRemote, loaded: unknown, entry: RemoteEntry): void {
  const { mounts, host } = remote
  try {
    if (!hasRoutes(loaded)) throw new Error('It exports no createRoutes.')
    const created = mounts.map((mount) => ({ ...mount, routes: loaded.createRoutes(mount.route) }))
    for (const { route, index, splat, routes } of created) {
      for (const own of routes) own.options.errorComponent ??= route.options.errorComponent
      const ownIndex = routes.some((own) => 'path' in own.options && own.options.path === '/')
      route.addChildren([...routes, ...(ownIndex ? [] : [index]), splat])
    }
  } catch (error) {
    noteOutcome(entry, 'failed_load')
    throw new RemoteLoadError(entry, 'routes', error)
  }
  remote.isReady = true
  host.router?.setRoutes(host.router.buildRouteTree())
}

/**
 * Switches a remote to another version, all routes at once, when `idle` resolves. Rejects without a change if the
 * version cannot be loaded.
 */
export async function upgrade(remote: MountedRemote, entry: RemoteEntry, idle?: () => Promise<void>): Promise<void> {
  const { entry: before, isReady, host } = remote
  try {
    host.loader.replace(entry)
    const loaded = await remote.loadRoutes()
    await idle?.()
    addRoutes(remote, loaded, entry)
  } catch (error) {
    host.loader.replace(before)
    throw error
  }
  remote.entry = entry
  dropStyles(entry)
  noteOutcomeOfShown('view')
  // Otherwise, a page that is being opened waits for it.
  if (isReady) await host.router?.invalidate()
}

/**
 * Tries again with the version that is live now. Loads the page if the remote cannot be loaded again in this tab:
 * browsers never request a failed module a second time.
 */
export async function retry(remote: MountedRemote): Promise<void> {
  const { loader, router } = remote.host
  const { name, version } = remote.entry
  const fresh = await fetchRegistry().catch(() => undefined)
  const entry = fresh?.remotes.find((r) => r.name === name && fitsTab(r)) ?? remote.entry
  const isLoaded = remote.isReady && entry.version === version
  if (!isLoaded && !remote.canBecome(entry)) {
    await loader.refresh(name)
    return location.reload()
  }
  try {
    if (!remote.isReady) remote.take(entry)
    // The page shows an error, so there is nothing to wait for.
    else if (entry.version !== version) await upgrade(remote, entry)
  } catch (error) {
    console.error(error)
  }
  await router?.invalidate()
}

/** Returns the live version of the remote of a canary. */
const liveOf = ({ fallback, ...entry }: RemoteEntry): RemoteEntry | undefined =>
  fallback && { ...entry, replaceable: undefined, ...fallback }

/**
 * Loads the page again as soon as the registry knows that the canary has failed for this person, once, and not when
 * text could be lost. Resolves only when it does not: then the page shows the error.
 */
async function reloadInstead({ entry: { name, version } }: MountedRemote): Promise<boolean> {
  const reloaded = `${RELOADED}${name}@${version}`
  for (let look = 0; look < LOOKS && !tabStore.get(reloaded); look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const fresh = await fetchRegistry().catch(() => undefined)
    const entry = fresh?.remotes.find((r) => r.name === name)
    if (!entry || hasUnsaved() || topLayer()) return false
    if (entry.version === version) continue
    tabStore.set(reloaded, 'true')
    location.reload()
    return new Promise(() => undefined)
  }
  return false
}

/** How a remote has failed. */
export interface Failing {
  /** Whether it has thrown an error while rendering, which is reported. */
  hasThrown?: boolean | undefined
  /** Whether the page may be loaded again. Hovering over a link must not reload the page. */
  mayReload?: boolean
  /** Whether a dialog was open, which the person has to open again. */
  hadDialog?: boolean
}

async function replaceWith(remote: MountedRemote, live: RemoteEntry, hadDialog: boolean): Promise<boolean> {
  try {
    await upgrade(remote, live)
  } catch (error) {
    console.error(error)
    return false
  }
  if (hadDialog) toastInfo('The dialog was closed', 'Something went wrong. Open it again: your text is still there.')
  return true
}

/** Replaces a canary that has failed with the live version, once. Resolves with whether it is replaced. */
export async function fallBack(remote: MountedRemote, how: Failing): Promise<boolean> {
  const { entry } = remote
  const live = liveOf(entry)
  // A widget may still be that of the canary.
  if (how.hasThrown && (live || !remote.failed)) noteOutcome(entry, 'render_error')
  if (!live || !fitsTab(live)) return false
  const isInPlace = remote.canBecome(live)
  if (!isInPlace && !how.mayReload) return false
  // Another canary can follow in the same tab.
  if (remote.failed?.version !== entry.version)
    remote.failed = {
      version: entry.version,
      isReplaced: isInPlace ? replaceWith(remote, live, how.hadDialog === true) : reloadInstead(remote),
    }
  return remote.failed.isReplaced
}
