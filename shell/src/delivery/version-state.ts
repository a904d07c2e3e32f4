import type { Version } from './queries.ts'

/** Returns whether a version was published before the live one, so that switching to it is a rollback. */
export function isEarlier(version: Version, live: Version | undefined): boolean {
  return version.live_at !== null && (live === undefined || (live.live_at !== null && version.live_at < live.live_at))
}

/** Returns the versions that a remote can be rolled back to, the last published first. Bad ones are published again. */
export const rollbackChoices = (versions: readonly Version[]): Version[] => {
  const live = versions.find((version) => version.live)
  return versions
    .filter((version) => isEarlier(version, live) && version.refused === null && version.bad === null)
    .sort((a, b) => ((a.live_at ?? '') < (b.live_at ?? '') ? 1 : -1))
}

/** What can be done with a version. */
export type VersionAction = 'preview' | 'publish' | 'roll back'

interface Situation {
  live: Version | undefined
  /** The version that is for some people. */
  canary: string | undefined
}

/** Returns what can be done with a version. While one is being published gradually, no other is published. */
export function actionsFor(version: Version, { live, canary }: Situation): VersionAction[] {
  if (version.live || version.refused !== null) return []
  if (live && isEarlier(version, live) && version.bad === null) return ['preview', 'roll back']
  return canary === undefined ? ['preview', 'publish'] : ['preview']
}
