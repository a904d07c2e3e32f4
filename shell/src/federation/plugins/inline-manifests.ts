import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

/** Answers requests for manifests that the page contains. Others are fetched. */
export const inlineManifests = (manifests: Readonly<Record<string, unknown>>): ModuleFederationRuntimePlugin => ({
  name: 'inline-manifests',
  fetch: (url) => {
    const manifest = manifests[new URL(url, location.origin).pathname]
    return manifest ? Promise.resolve(Response.json(manifest)) : undefined
  },
})
