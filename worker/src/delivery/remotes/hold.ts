import type { Decision } from '@portal/contract/publishing'
import { sql } from 'drizzle-orm'
import { remotes } from '../../db/schema/index.ts'
import { COMMIT_TIME } from '../../db/statement.ts'
import type { Publisher } from './publisher.ts'

/** The columns of `remotes` that say since when it is held, by whom and why. */
export const HELD = { held_at: remotes.held_at, held_by: remotes.held_by, held_reason: remotes.held_reason }

interface HeldRow {
  held_at: string | null
  held_by: string | null
  held_reason: string | null
}

/** Returns the hold of a remote; null when its version changes automatically. */
export const holdOf = (row: HeldRow | undefined): Decision | null =>
  row?.held_at ? { at: row.held_at, by: row.held_by ?? '', reason: row.held_reason } : null

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
