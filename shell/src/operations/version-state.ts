import type { Version } from './queries.ts'

/** Returns whether a version was published before the live one, so that switching to it is a rollback. */
export function isEarlier(version: Version, live: Version | undefined): boolean {
  return version.live_at !== null && live?.live_at != null && version.live_at < live.live_at
}

/** Returns the version that was live before, and that the portal can still load. */
export function previousVersion(versions: readonly Version[]): Version | undefined {
  const live = versions.find((version) => version.live)
  return versions
    .filter((v) => isEarlier(v, live) && v.withdrawn_at === null && v.refused === null)
    .sort((a, b) => (b.live_at ?? '').localeCompare(a.live_at ?? ''))[0]
}
