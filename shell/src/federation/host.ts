import type { RemoteEntry } from '@portal/contract/remotes'
import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import { inlineManifests } from './plugins/inline-manifests.ts'
import { integrity } from './plugins/integrity.ts'
import type { Registry } from './registry.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** The shell as a federation host. See README.md. */
export interface RemoteHost {
  /** Loads the module `expose` of a remote. Rejects if it is not available; a later call tries again. */
  load: (remote: RemoteEntry, expose: string) => Promise<unknown>
  /** Discards a remote that is loaded or still loading: the next load starts from the beginning, with this entry. */
  replace: (entry: RemoteEntry) => void
}

/** A failure that took longer than this, in ms, did not come from a failed preload. */
const QUICK_MS = 3000

const remoteOf = ({ name, entry }: RemoteEntry) => ({ name, entry })

/** Removes scripts that are still loading: the runtime would wait for them instead of loading them again. */
function removeScripts({ name }: RemoteEntry): void {
  for (const script of document.querySelectorAll(`script[src*="/remotes/${name}/"]`)) script.remove()
}

/** Starts the federation runtime with the remotes of a registry. Call it once per page. */
export function createHost({ remotes, manifests, integrity: hashes }: Registry): RemoteHost {
  // Remotes that are built with `experiments.externalRuntime` use the runtime of the shell.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const instance = createInstance({
    name: 'portal-shell',
    remotes: remotes.map(remoteOf),
    shared: sharedLibraries(),
    // With the default, sharing a library would load the entries of all remotes.
    shareStrategy: 'loaded-first',
    plugins: [inlineManifests(manifests), integrity(hashes)],
  })
  return {
    load: async ({ name, refused }, expose) => {
      if (refused) throw new Error(`The remote ${name} is not compatible with this portal. ${refused}`)
      const begun = performance.now()
      const loadModule = (): Promise<unknown> => instance.loadRemote(`${name}/${expose}`)
      const loaded = await loadModule().catch((error: unknown) => {
        // Once more: a failed preload also fails the next request for its file, even if the connection is back.
        if (performance.now() - begun < QUICK_MS) return loadModule()
        throw error
      })
      if (!loaded) throw new Error(`The remote ${name} has no module ${expose}.`)
      return loaded
    },
    replace: (entry) => {
      removeScripts(entry)
      instance.registerRemotes([remoteOf(entry)], { force: true })
    },
  }
}
