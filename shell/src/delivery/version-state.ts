import { compareTexts } from '@portal/contract/search-text'
import type { Scope, Version } from './queries.ts'

/** Returns whether a version was published before the live one, so that switching to it is a rollback. */
export function isEarlier(version: Version, live: Version | undefined): boolean {
  return version.live_at !== null && live?.live_at != null && version.live_at < live.live_at
}

/** Returns the version that was live before, and that the portal can still load. */
export function previousVersion(versions: readonly Version[]): Version | undefined {
  const live = versions.find((version) => version.live)
  return versions
    .filter((v) => isEarlier(v, live) && v.withdrawn_at === null && v.refused === null)
    .sort((a, b) => compareTexts(b.live_at ?? '', a.live_at ?? ''))[0]
}

/** What can be done with a version. */
export type VersionAction = 'leave' | 'preview' | 'canary' | 'publish' | 'roll back'

interface Situation {
  live: Version | undefined
  /** Whether a canary of the remote is running. */
  hasCanary: boolean
  /** Open tabs that run the version. */
  tabs: number
  scope: Scope
}

/** Returns what the session may do with a version. */
export function actionsFor(version: Version, { live, hasCanary, tabs, scope }: Situation): VersionAction[] {
  if (version.live) return []
  const mayChange = scope === 'publish'
  const canLoad = version.refused === null
  const earlier = isEarlier(version, live)
  const actions: Record<VersionAction, boolean> = {
    leave: mayChange && tabs > 0 && version.must_leave_at === null,
    preview: canLoad,
    canary: mayChange && canLoad && !earlier && !hasCanary && live !== undefined,
    publish: mayChange && canLoad && !earlier,
    'roll back': mayChange && canLoad && earlier,
  }
  return (Object.keys(actions) as VersionAction[]).filter((action) => actions[action])
}
