import type { RemoteEntry } from '@portal/contract/remotes'
import { lazyCode, loadPatiently } from '@portal/sdk'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { Loader } from './loader.ts'
import type { Failing } from './switch-version.ts'

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

/** Switches versions. In the chunk of the federation runtime, so that the sign-in page does not carry it. */
export const switching = lazyCode(() => import(/* webpackChunkName: "federation" */ './switch-version.ts'))

/** A remote in this tab: its version, its routes and its loading state. */
export class MountedRemote {
  entry: RemoteEntry
  readonly host: Host
  readonly mounts: Mount[] = []
  /** Whether the routes of the remote are in the route tree. */
  isReady = false
  /** The canary that this tab gives up because it failed, and whether the live version could replace it. */
  failed: { version: string; isReplaced: Promise<boolean> } | undefined
  /** Whether the last load has failed, so that its page may show the error. */
  #hasFailed = false
  #loading: Promise<void> | undefined

  constructor(entry: RemoteEntry, host: Host) {
    this.entry = entry
    this.host = host
  }

  /** Name of the remote in the navigation. */
  get label(): string {
    return this.entry.nav?.label ?? this.entry.name
  }

  /**
   * Loads the remote and adds its routes to the tree, once; those of the live version if a canary fails. Rejects if
   * that fails; a later call tries again.
   */
  load(): Promise<void> {
    this.#loading ??= this.#loadOnce().catch((error: unknown) => {
      this.#loading = undefined
      this.#hasFailed = true
      throw error
    })
    return this.#loading
  }

  async #loadOnce(): Promise<void> {
    try {
      const { entry } = this
      const loaded = await this.loadRoutes()
      const { addRoutes } = await switching.loadNow()
      if (entry === this.entry) addRoutes(this, loaded, entry)
    } catch (error) {
      if (!(await this.fallBack({}))) throw error
    }
  }

  /** Loads the module with the routes. */
  loadRoutes(): Promise<unknown> {
    // Each failure with a connection is shown, because it counts against the version.
    return loadPatiently(() => this.host.loader.load(this.entry.name, 'routes'), { tries: 1 })
  }

  /** Returns whether this tab can load the remote again, in that version, without loading the page. */
  canBecome(entry: Pick<RemoteEntry, 'replaceable'>): boolean {
    return this.entry.replaceable === true && entry.replaceable === true
  }

  /**
   * Makes the next load use this version. If the previous one could not be loaded, its page tries
   * again by itself.
   */
  async adopt(entry: RemoteEntry): Promise<void> {
    const isWaiting = this.#hasFailed && this.canBecome(entry)
    this.take(entry)
    if (isWaiting) await this.host.router?.invalidate()
  }

  /** Makes the next load use this version. */
  take(entry: RemoteEntry): void {
    this.#hasFailed = false
    this.entry = entry
    this.host.loader.replace(entry)
  }

  /** Replaces a canary that has failed with the live version, once. Resolves with whether it is replaced. */
  fallBack(how: Failing): Promise<boolean> {
    return switching.loadNow().then(
      ({ fallBack }) => fallBack(this, how),
      () => false,
    )
  }
}
