import type { RemoteEntry } from '@portal/contract/remotes'
import type { Failure } from '@portal/contract/vitals'
import { lazyCode, reportRunning } from '@portal/sdk'
import { noteOutcome } from '../vitals/outcomes.ts'
import type { RemoteHost } from './host.ts'
import { refreshFiles } from './refresh-files.ts'
import type { Registry } from './registry.ts'
import { RemoteLoadError } from './remote-load-error.ts'

/**
 * Loads modules of remotes. The federation runtime is loaded with the first of them, so that pages
 * without a remote (sign-in) do not carry it.
 */
export interface Loader {
  /**
   * Loads the module `expose` of a remote. Rejects with `RemoteLoadError` if it fails or does not
   * arrive within 10 s. A later call tries again, past the browser's cache.
   */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Whether a module of a remote is loaded or loading, so that its version is fixed. */
  isInUse: (remote: string) => boolean
  /** Switches a remote to this entry: the next load starts from the beginning. */
  replace: (entry: RemoteEntry) => void
  /** Fetches the files of a remote past the browser's cache. Never rejects. */
  refresh: (remote: string) => Promise<void>
  /** Makes loads that begin from now on wait until `ready` settles. */
  waitFor: (ready: Promise<unknown>) => void
}

/** Runtime, manifest, entry, chunks and styles must arrive within this time, in ms. A file may hang without failing. */
const DEADLINE_MS = 10_000

/** Settles like `work`, or rejects with `late` after the deadline. */
async function byDeadline<T>(work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), DEADLINE_MS)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

const hostCode = lazyCode(() => import(/* webpackChunkName: "federation" */ './host.ts'))

/** Creates the loader for the remotes of a registry. Call it once per page. */
export function createLoader(registry: Registry): Loader {
  const entries = new Map(registry.remotes.map((entry) => [entry.name, entry]))
  let host: RemoteHost | undefined
  /** Versions of which a module has arrived. */
  const running = new Map<string, string>()
  const loading: string[] = []
  const failed = new Set<string>()
  let ready: Promise<unknown> = Promise.resolve()

  const refresh = (remote: string): Promise<void> =>
    refreshFiles(`/remotes/${remote}/${entries.get(remote)?.version}/`, Object.keys(registry.integrity))
  const noteLoaded = (entry: RemoteEntry, expose: string): void => {
    running.set(entry.name, entry.version)
    failed.delete(entry.name)
    reportRunning(Object.fromEntries(running))
    // A page is seen when it is rendered, because its routes are also loaded in advance.
    if (expose !== 'routes') noteOutcome(entry, 'view')
  }
  /** Loads a module, and reports the outcome for the version that it belongs to. */
  const loadVersion = async (entry: RemoteEntry, expose: string): Promise<unknown> => {
    const { name } = entry
    let failure: Failure = 'failed_load'
    const late = (): Error => {
      failure = 'hang'
      // The next attempt must not wait for the one that hangs.
      host?.replace(entries.get(name) ?? entry)
      return new Error(`It did not arrive within ${DEADLINE_MS / 1000} s.`)
    }
    const work = async (): Promise<unknown> => {
      const { createHost } = await hostCode.loadNow()
      host ??= createHost({ ...registry, remotes: [...entries.values()] })
      return host.load(entry, expose)
    }
    try {
      const loaded = await byDeadline(work(), late)
      noteLoaded(entry, expose)
      return loaded
    } catch (error) {
      // A version that is refused, or that is out of reach without a connection, has not failed.
      if (!entry.refused && navigator.onLine) {
        failed.add(name)
        noteOutcome(entry, failure)
      }
      throw new RemoteLoadError(entry, expose, error)
    }
  }
  return {
    load: async (remote, expose) => {
      await ready
      const entry = entries.get(remote)
      if (!entry) throw new Error(`There is no remote ${remote}.`)
      if (failed.has(remote)) await refresh(remote)
      loading.push(remote)
      return loadVersion(entry, expose).finally(() => loading.splice(loading.indexOf(remote), 1))
    },
    isInUse: (remote) => running.has(remote) || loading.includes(remote),
    replace: (entry) => {
      entries.set(entry.name, entry)
      host?.replace(entry)
    },
    refresh,
    waitFor: (work) => {
      ready = work.catch(() => undefined)
    },
  }
}
