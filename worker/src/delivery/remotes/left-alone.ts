import type { Decision } from '@portal/contract/publishing'
import { describeDecision } from './hold.ts'

/** What keeps starts, deployments and CI jobs from publishing a version. */
export interface Obstacles {
  name: string
  /** Since when the remote is held. */
  held: Decision | null
  /** The version that is for some people now. */
  canary: { version: string; percent: number; started_by: string } | undefined
  /** Since when the version is bad. */
  bad: Decision | null
}

/** Returns since when a version is bad; null when it is not. */
export const badOf = (row: {
  bad_at: string | null
  bad_by: string | null
  bad_reason: string | null
}): Decision | null => (row.bad_at ? { at: row.bad_at, by: row.bad_by ?? '', reason: row.bad_reason } : null)

/** Returns why starts, deployments and CI jobs leave a remote alone, in one line; undefined when they do not. */
export function leftAlone(version: string, { name, held, canary, bad }: Obstacles): string | undefined {
  if (canary) {
    const whom = canary.percent > 0 ? `${canary.percent}% of people` : 'some people'
    return `${name} ${canary.version} is for ${whom} now, started by ${canary.started_by}.`
  }
  if (bad) return `${name} ${version} was rolled back at ${describeDecision(bad)}.`
  if (held) return `${name} is held since ${describeDecision(held)}.`
  return undefined
}
