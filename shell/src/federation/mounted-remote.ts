import type { RemoteEntry } from '@portal/contract/remotes'
import { loadPatiently } from '@portal/sdk'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { Loader } from './loader.ts'
import { fetchRegistry } from './registry.ts'
import { fitsTab } from './fits-tab.ts'

/** A route prefix of a remote. `index` and `splat` are placeholders until its own routes are loaded. */
export interface Mount {
  route: AnyRoute
  index: AnyRoute
  splat: AnyRoute
}

/** Shared by all remotes of a tab. The router is set later, because it is created from their mounts. */
export interface Host {
  loader: Loader
  router: AnyRouter | undefined
}

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

/** A remote in this tab: its version, its routes and its loading state. */
export class MountedRemote {
  entry: RemoteEntry
  readonly mounts: Mount[] = []
  /** Whether the routes of the remote are in the route tree. */
  isReady = false
  readonly #host: Host
  /** Whether the last load has failed, so that its page may show the error. */
  #hasFailed = false
  #loading: Promise<void> | undefined

  constructor(entry: RemoteEntry, host: Host) {
    this.entry = entry
    this.#host = host
  }

  /** Name of the remote in the navigation. */
  get label(): string {
    return this.entry.nav?.label ?? this.entry.name
  }

  /**
   * Loads the remote and adds its routes to the tree, once. Rejects if that fails; a later call
   * tries again.
   */
  load(): Promise<void> {
    this.#loading ??= this.#loadRoutes()
      .then((loaded) => this.#addRoutes(loaded))
      .catch((error: unknown) => {
        this.#loading = undefined
        this.#hasFailed = true
        throw error
      })
    return this.#loading
  }

  async #loadRoutes(): Promise<RoutesModule> {
    const { loader } = this.#host
    // Each failure with a connection is shown, because it counts against the version.
    const loaded = await loadPatiently(() => loader.load(this.entry.name, 'routes'), { tries: 1 })
    if (!hasRoutes(loaded)) throw new Error(`The remote ${this.entry.name} exports no createRoutes.`)
    return loaded
  }

  /**
   * Adds the routes to all mounts at once. The splat route stays, because a pending match may still
   * be on screen.
   */
  #addRoutes(loaded: RoutesModule): void {
    for (const { route, index, splat } of this.mounts) {
      const routes = loaded.createRoutes(route)
      for (const own of routes) own.options.errorComponent ??= route.options.errorComponent
      const ownIndex = routes.some((own) => 'path' in own.options && own.options.path === '/')
      route.addChildren([...routes, ...(ownIndex ? [] : [index]), splat])
    }
    this.isReady = true
    const { router } = this.#host
    router?.setRoutes(router.buildRouteTree())
  }

  /** Returns whether this tab can load the remote again, in that version, without loading the page. */
  canBecome(entry: RemoteEntry): boolean {
    return this.entry.replaceable === true && entry.replaceable === true
  }

  /**
   * Makes the next load use this version. If the previous one could not be loaded, its page tries
   * again by itself.
   */
  async adopt(entry: RemoteEntry): Promise<void> {
    const isWaiting = this.#hasFailed && this.canBecome(entry)
    await this.#take(entry)
    if (isWaiting) await this.#host.router?.invalidate()
  }

  async #take(entry: RemoteEntry): Promise<void> {
    this.#hasFailed = false
    this.entry = entry
    await this.#host.loader.replace(entry)
  }

  /**
   * Switches the loaded remote to another version, all routes at once, when `idle` resolves. Rejects
   * without a change if the version cannot be loaded.
   */
  async upgrade(entry: RemoteEntry, idle: () => Promise<void>): Promise<void> {
    const before = this.entry
    try {
      await this.#host.loader.replace(entry)
      const loaded = await this.#loadRoutes()
      await idle()
      this.#addRoutes(loaded)
    } catch (error) {
      await this.#host.loader.replace(before)
      throw error
    }
    this.entry = entry
    dropStyles(entry)
    await this.#host.router?.invalidate()
  }

  /**
   * Tries again with the version that is live now: the failed one may have been rolled back. Loads
   * the page if the remote cannot be loaded again in this tab: browsers never request a failed module
   * a second time.
   */
  async retry(): Promise<void> {
    const fresh = await fetchRegistry().catch(() => undefined)
    const entry = fresh?.remotes.find((r) => r.name === this.entry.name && fitsTab(r)) ?? this.entry
    const isLoaded = this.isReady && entry.version === this.entry.version
    if (!isLoaded && !this.canBecome(entry)) {
      await this.#host.loader.refresh(this.entry.name)
      return location.reload()
    }
    try {
      if (!this.isReady) await this.#take(entry)
      // The page shows an error, so there is nothing to wait for.
      else if (entry.version !== this.entry.version) await this.upgrade(entry, () => Promise.resolve())
    } catch (error) {
      console.error(error)
    }
    await this.#host.router?.invalidate()
  }
}
