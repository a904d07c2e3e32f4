import type { Decision } from '@portal/contract/publishing'
import { sql } from 'drizzle-orm'
import { remotes } from '../../platform/db/schema/index.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import type { Publisher } from './publisher.ts'

/** Held remotes, bad versions, and what they keep starts, deployments and CI jobs from. */

/** The columns of `remotes` that say since when it is held, by whom and why. */
export const HELD = { held_at: remotes.held_at, held_by: remotes.held_by, held_reason: remotes.held_reason }

type Row<P extends string> = Record<`${P}_${'at' | 'by' | 'reason'}`, string | null>

const decision = (at: string | null, by: string | null, reason: string | null): Decision | null =>
  at === null ? null : { at, by: by ?? '', reason }

/** Returns the hold of a remote; null when its version changes automatically. */
export const holdOf = (row: Row<'held'> | undefined): Decision | null =>
  row ? decision(row.held_at, row.held_by, row.held_reason) : null

/** Returns since when a version is bad; null when it is not. */
export const badOf = (row: Row<'bad'>): Decision | null => decision(row.bad_at, row.bad_by, row.bad_reason)

/** The columns of a remote that is not held. */
export const AUTOMATIC = { held_at: null, held_by: null, held_reason: null, held_version: null }

/** Returns the columns of a remote that is held at a version. */
export const heldAt = (version: string | null, { actor }: Publisher, reason: string | undefined) => ({
  held_at: sql`${COMMIT_TIME}`,
  held_by: actor,
  held_reason: reason ?? null,
  held_version: version,
})

/** Returns a decision in words: "2026-11-23T02:14Z by portal, because: It failed". */
export const describeDecision = ({ at, by, reason }: Decision): string =>
  `${at.slice(0, 16)}Z by ${by}${reason ? `, because: ${reason}` : ''}`

/** What keeps starts, deployments and CI jobs from publishing a version. */
interface Obstacles {
  name: string
  /** Since when the remote is held. */
  held: Decision | null
  /** The version that is for some people now. */
  canary: { version: string; percent: number; started_by: string } | undefined
  /** Since when the version is bad. */
  bad: Decision | null
}

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
