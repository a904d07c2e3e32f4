import type { RemoteEntry } from '@portal/contract/remotes'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { Loader } from './loader.ts'
import { fetchRegistry } from './registry.ts'
import { fitsTab } from './fits-tab.ts'

/** A route prefix of a remote. `index` and `splat` stand in for its routes until they are there. */
export interface Mount {
  route: AnyRoute
  index: AnyRoute
  splat: AnyRoute
}

/** What the remotes of a tab have in common. The router comes later: it is made from their mounts. */
export interface Host {
  loader: Loader
  router: AnyRouter | undefined
}

const hasRoutes = (loaded: unknown): loaded is { createRoutes: (mount: AnyRoute) => readonly AnyRoute[] } =>
  typeof loaded === 'object' && loaded !== null && 'createRoutes' in loaded && typeof loaded.createRoutes === 'function'

/** Removes the style sheets of versions of a remote that no longer run. */
function dropStyles({ name, version }: RemoteEntry): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="/remotes/${name}/"]`)) {
    if (!link.href.includes(`/remotes/${name}/${version}/`)) link.remove()
  }
}

/** A remote in this tab: which version, its places in the route tree, and how far it is. */
export class MountedRemote {
  entry: RemoteEntry
  readonly mounts: Mount[] = []
  /** Whether its routes are in the tree. */
  ready = false
  readonly #host: Host
  #loading: Promise<void> | undefined

  constructor(entry: RemoteEntry, host: Host) {
    this.entry = entry
    this.#host = host
  }

  /** Name as the navigation shows it. */
  get label(): string {
    return this.entry.nav?.label ?? this.entry.name
  }

  /** Whether its loading has begun and not failed. */
  get started(): boolean {
    return this.#loading !== undefined
  }

  /** Loads the remote and hangs its routes into the tree, once. Rejects when that fails; a later call tries again. */
  load(): Promise<void> {
    this.#loading ??= this.#graft().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** Hangs the routes under the mounts, all at once. The splat stays: a pending match may still be on screen. */
  async #graft(): Promise<void> {
    const loaded = await this.#host.loader.load(this.entry.name, 'routes')
    if (!hasRoutes(loaded)) throw new Error(`The remote ${this.entry.name} exports no createRoutes.`)
    for (const { route, index, splat } of this.mounts) {
      const routes = loaded.createRoutes(route)
      for (const own of routes) own.options.errorComponent ??= route.options.errorComponent
      const ownIndex = routes.some((own) => 'path' in own.options && own.options.path === '/')
      route.addChildren([...routes, ...(ownIndex ? [] : [index]), splat])
    }
    this.ready = true
    const { router } = this.#host
    router?.setRoutes(router.buildRouteTree())
  }

  /** Makes the next load take this version. */
  async take(entry: RemoteEntry): Promise<void> {
    this.entry = entry
    await this.#host.loader.replace(entry)
  }

  /** Switches the loaded remote to another version; its routes change as one. Rejects, and changes nothing, if that fails. */
  async upgrade(entry: RemoteEntry): Promise<void> {
    const before = this.entry
    try {
      await this.take(entry)
      await this.#graft()
    } catch (error) {
      await this.take(before)
      throw error
    }
    dropStyles(entry)
    await this.#host.router?.invalidate()
  }

  /** Another try after a failure, with the version that is live now: the one that failed may have been rolled back. */
  async retry(): Promise<void> {
    const fresh = await fetchRegistry().catch(() => undefined)
    const entry = fresh?.remotes.find((r) => r.name === this.entry.name && fitsTab(r)) ?? this.entry
    try {
      if (!this.ready) await this.take(entry)
      else if (entry.version !== this.entry.version) await this.upgrade(entry)
    } catch (error) {
      console.error(error)
    }
    await this.#host.router?.invalidate()
  }
}
