import type { RemoteRegistry } from '@portal/contract/remotes'
import type { Reader } from './registry.ts'

/**
 * Returns the part of a registry that other people may get: without this person's flags, which their browsers read
 * after sign-in. Returns undefined when it may contain previews, local remotes or a canary of this browser.
 */
export function sharedPart(registry: RemoteRegistry, reader: Reader): RemoteRegistry | undefined {
  if (reader.previews.length > 0) return undefined
  if (!reader.cohort) return registry
  if (registry.remotes.some(({ watch }) => watch)) return undefined
  return { ...registry, flags: {}, targeted: true }
}
