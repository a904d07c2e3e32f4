import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import type { RemoteEntry } from '@portal/contract/remotes'

/** Refuses to load versions that the worker has marked as incompatible with this shell. */
export const refuseIncompatible = (entries: ReadonlyMap<string, RemoteEntry>): ModuleFederationRuntimePlugin => ({
  name: 'refuse-incompatible',
  afterMatchRemote: ({ remoteInfo }) => {
    const { name } = remoteInfo ?? {}
    const reason = name && entries.get(name)?.refused
    if (reason) throw new Error(`The remote ${name} is not compatible with this portal. ${reason}`)
  },
})
