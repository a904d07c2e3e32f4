import type { RemoteEntry } from '@portal/contract/remotes'
import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import { inlineManifests } from './plugins/inline-manifests.ts'
import { integrity } from './plugins/integrity.ts'
import { refuseIncompatible } from './plugins/refuse-incompatible.ts'
import { retryQuickFailures } from './plugins/retry-quick-failures.ts'
import type { Registry } from './registry.ts'
import { sharedLibraries } from './shared-libraries.ts'

/** The shell as a federation host. See README.md. */
export interface RemoteHost {
  /**
   * Loads the module `expose` of a registered remote. Rejects if it is not available; a later call
   * tries again.
   */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Switches a remote to this entry: the next load starts from the beginning. */
  replace: (entry: RemoteEntry) => void
  /** Discards a remote that is loaded or still loading, so that the next load starts from the beginning. */
  forget: (remote: string) => void
}

const remoteOf = ({ name, entry }: RemoteEntry) => ({ name, entry })

/** Removes scripts that are still loading: the runtime would wait for them instead of loading them again. */
function removeScripts({ name }: RemoteEntry): void {
  for (const script of document.querySelectorAll(`script[src*="/remotes/${name}/"]`)) script.remove()
}

/** Starts the federation runtime with the remotes of a registry. Call it once per page. */
export function createHost({ remotes, manifests, integrity: hashes }: Registry): RemoteHost {
  // Remotes that are built with `experiments.externalRuntime` use the runtime of the shell.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const entries = new Map(remotes.map((entry) => [entry.name, entry]))
  const instance = createInstance({
    name: 'portal-shell',
    remotes: remotes.map(remoteOf),
    shared: sharedLibraries(),
    // With the default, sharing a library would load the entries of all remotes.
    shareStrategy: 'loaded-first',
    plugins: [inlineManifests(manifests), integrity(hashes), refuseIncompatible(entries), retryQuickFailures()],
  })
  const replace = (entry: RemoteEntry): void => {
    entries.set(entry.name, entry)
    removeScripts(entry)
    instance.registerRemotes([remoteOf(entry)], { force: true })
  }
  return {
    load: async (remote, expose) => {
      const loaded = await instance.loadRemote(`${remote}/${expose}`)
      if (!loaded) throw new Error(`The remote ${remote} has no module ${expose}.`)
      return loaded
    },
    replace,
    forget: (remote) => {
      const entry = entries.get(remote)
      if (entry) replace(entry)
    },
  }
}
