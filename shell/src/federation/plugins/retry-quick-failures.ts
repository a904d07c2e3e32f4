import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

/** A failure that took longer than this, in ms, did not come from a failed preload. */
const QUICK_MS = 3000

/**
 * Repeats a load that failed quickly, once: a failed preload also fails the next request for its
 * file, even if the connection is back.
 */
export function retryQuickFailures(): ModuleFederationRuntimePlugin {
  const begun = new Map<string, number>()
  const repeated = new Set<string>()
  return {
    name: 'retry-quick-failures',
    beforeRequest: (request) => {
      begun.set(request.id, performance.now())
      return request
    },
    errorLoadRemote: async ({ id, lifecycle, origin }) => {
      const isQuick = performance.now() - (begun.get(id) ?? 0) < QUICK_MS
      if (lifecycle !== 'onLoad' || !isQuick || repeated.has(id)) return undefined
      repeated.add(id)
      return origin.loadRemote(id).finally(() => repeated.delete(id))
    },
  }
}
