import type { RemoteEntry } from '@portal/contract/remotes'
import type { Registry } from './registry.ts'
import type { Runtime } from './runtime.ts'

/**
 * Loads modules of remotes. The federation runtime itself is loaded with the first of them, so that pages without a remote
 * (sign-in) do not carry it.
 */
export interface Loader {
  /** The module `expose` of a remote. Rejects when it cannot be had; a later call tries again. */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Makes a remote be loaded afresh, from this entry. */
  replace: (entry: RemoteEntry) => Promise<void>
}

/** A failure that took longer was not answered from memory. */
const QUICK_MS = 3000

/** A loader for the remotes of a registry. To be called once per page. */
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
    if (reason) throw new Error(`The remote ${remote} does not fit this portal. ${reason}`)
    const loaded = await (await start()).load(remote, expose)
    if (!loaded) throw new Error(`The remote ${remote} has no module ${expose}.`)
    return loaded
  }
  return {
    // A preload hint that failed answers one later request for its file, whatever the connection is by then. So a quick failure
    // may be an old one, and gets a second try.
    load: async (remote, expose) => {
      const began = performance.now()
      return once(remote, expose).catch((error: unknown) => {
        if (performance.now() - began > QUICK_MS) throw error
        return once(remote, expose)
      })
    },
    replace: async (entry) => {
      const loading = await start()
      loading.replace(entry)
      refused.set(entry.name, entry.refused)
    },
  }
}
