import type { RemoteEntry } from '@portal/contract/remotes'
import type { Failure, Outcome } from '@portal/contract/vitals'
import { noteOutcome } from '../vitals/outcomes.ts'
import type { RemoteHost } from './host.ts'
import type { Registry } from './registry.ts'

/**
 * Loads modules of remotes. The federation runtime is loaded with the first of them, so that pages
 * without a remote (sign-in) do not carry it.
 */
export interface Loader {
  /**
   * Loads the module `expose` of a remote. Rejects if it fails or does not arrive within 10 s. A
   * later call tries again.
   */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Switches a remote to this entry: the next load starts from the beginning. */
  replace: (entry: RemoteEntry) => Promise<void>
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

const importHost = () => import(/* webpackChunkName: "federation" */ './host.ts')

/** Creates the loader for the remotes of a registry. Call it once per page. */
export function createLoader(registry: Registry): Loader {
  let host: Promise<RemoteHost> | undefined
  const entries = new Map(registry.remotes.map((entry) => [entry.name, entry]))
  const note = (remote: string, kind: Outcome): void => {
    const entry = entries.get(remote)
    // A version that is refused has not failed: it was not loaded.
    if (entry && !entry.refused) noteOutcome(entry, kind)
  }
  const start = (): Promise<RemoteHost> => {
    // A failed preload also fails the next request for its file, even if the connection is back.
    host ??= importHost()
      .catch(importHost)
      .then(({ createHost }) => createHost(registry))
      .catch((error: unknown) => {
        host = undefined
        throw error
      })
    return host
  }
  const load = async (remote: string, expose: string): Promise<unknown> => (await start()).load(remote, expose)
  return {
    load: async (remote, expose) => {
      let failure: Failure = 'failed_load'
      const late = () => {
        failure = 'hang'
        // The next attempt must not wait for the one that hangs.
        void host?.then((loading) => loading.forget(remote)).catch(() => undefined)
        return new Error(`The module ${expose} of the remote ${remote} did not load within ${DEADLINE_MS / 1000} s.`)
      }
      try {
        const loaded = await byDeadline(load(remote, expose), late)
        // A page is seen when it is rendered, because its routes are also loaded in advance.
        if (expose !== 'routes') note(remote, 'view')
        return loaded
      } catch (error) {
        note(remote, failure)
        throw error
      }
    },
    replace: async (entry) => {
      entries.set(entry.name, entry)
      const { replace } = await start()
      replace(entry)
    },
  }
}
