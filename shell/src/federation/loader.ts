import type { RemoteEntry } from '@portal/contract/remotes'
import type { Registry } from './registry.ts'
import type { Runtime } from './runtime.ts'

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

/** A failure that took longer than this, in ms, did not come from a failed preload. */
const QUICK_MS = 3000
/** Manifest, entry, chunk and styles must arrive within this time, in ms. A file may hang without failing. */
const DEADLINE_MS = 10_000

/** Settles like `work`, or rejects with `late` after the deadline. */
async function byDeadline<T>(work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), DEADLINE_MS)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

/** Creates the loader for the remotes of a registry. Call it once per page. */
export function createLoader(registry: Registry): Loader {
  const refused = new Map(registry.remotes.map((entry) => [entry.name, entry.refused]))
  let runtime: Promise<Runtime> | undefined
  const start = (): Promise<Runtime> => {
    runtime ??= import(/* webpackChunkName: "federation" */ './runtime.ts').then(
      ({ createRuntime }) => createRuntime(registry),
      (error: unknown) => {
        runtime = undefined
        throw error
      },
    )
    return runtime
  }
  const once = async (remote: string, expose: string): Promise<unknown> => {
    const reason = refused.get(remote)
    if (reason) throw new Error(`The remote ${remote} is not compatible with this portal. ${reason}`)
    const loaded = await (await start()).load(remote, expose)
    if (!loaded) throw new Error(`The remote ${remote} has no module ${expose}.`)
    return loaded
  }
  // A failed preload also fails the next request for its file, even if the connection is back. So a quick
  // failure is retried once.
  const twice = (remote: string, expose: string): Promise<unknown> => {
    const began = performance.now()
    return once(remote, expose).catch((error: unknown) => {
      if (performance.now() - began > QUICK_MS) throw error
      return once(remote, expose)
    })
  }
  return {
    load: (remote, expose) =>
      byDeadline(twice(remote, expose), () => {
        // The next attempt must not wait for the one that hangs.
        void runtime?.then((loading) => loading.forget(remote)).catch(() => undefined)
        return new Error(`The module ${expose} of the remote ${remote} did not load within ${DEADLINE_MS / 1000} s.`)
      }),
    replace: async (entry) => {
      const loading = await start()
      loading.replace(entry)
      refused.set(entry.name, entry.refused)
    },
  }
}
