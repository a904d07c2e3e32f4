import type { OutboxLane } from '../../outbox/lane.ts'
import { type Query, toStatement, type WriteStatement } from '../statement.ts'
import type { BatchOutcome } from './batches.ts'

/** A lane that is delivered only if the statement at `ifRowsAt` returned rows. */
interface ConditionalLane {
  readonly lane: OutboxLane
  readonly ifRowsAt: number
}

/** A batch as passed to the Writer. */
export interface WriteBatch {
  readonly statements: readonly WriteStatement[]
  /** Outbox lanes that the batch adds rows to, delivered after the commit. */
  readonly lanes: readonly (OutboxLane | ConditionalLane)[]
  /** Indexes of statements that return the live events they add, which are passed on to the dispatcher. */
  readonly outboxRowsAt: readonly number[]
  /** Whether the batch appends to the audit log, whose new entries are then sealed. */
  readonly audits: boolean
  /**
   * Shares the queue fairly: a firm, or the site of a caller without a session; empty for the portal, which has no
   * limit.
   */
  readonly fairnessKey: string
}

/** Returns a batch of the portal itself. */
export const portalBatch = (
  queries: readonly Query[],
  lanes: readonly OutboxLane[] = [],
  audits = false,
): WriteBatch => ({ statements: queries.map(toStatement), lanes, outboxRowsAt: [], audits, fairnessKey: '' })

/**
 * The outcome of a batch. With `busy` (queue full or database locked) and `crowded` (the key has used its share of
 * the queue) nothing was changed; with `unreachable` it may have been.
 */
export type WriteOutcome = BatchOutcome | { ok: false; step: -1; message: 'busy' | 'crowded' | 'unreachable' }
