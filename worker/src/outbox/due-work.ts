import { followUpsWork } from '../agent/run-follow-ups.ts'
import type { SqlValue, WriteStatement } from '../db/writer/hrana.ts'
import type { Env } from '../env.ts'
import { digestsDue } from '../notifications/digests-due.ts'

/** What a piece of due work gets. */
export interface DueDeps {
  env: Env
  /** Runs statements as one batch, reading or writing; rows of each. */
  write: (statements: WriteStatement[]) => Promise<Record<string, SqlValue>[][]>
  now: Date
}

/** Work that falls due at a time of its own, rather than because something was changed. */
export interface DueWork {
  name: string
  /**
   * Does what is due, in bounded portions. A run may be repeated: what it queues, and the mark that it did, are one batch, conditional
   * on the mark.
   * @returns when the next will be due (a time that is past: at once), or null for none
   */
  run(deps: DueDeps): Promise<Date | null>
}

/** All of it: the dispatcher runs each at every alarm, and wakes when one said it would be due. */
export const DUE_WORK: readonly DueWork[] = [digestsDue, followUpsWork]
