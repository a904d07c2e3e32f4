import type { Query, Row } from '../db/statement.ts'
import type { Env } from '../../env.ts'

/** What due work needs from the dispatcher. */
export interface DueWorkDeps {
  env: Env
  /** Runs queries as one batch, reading or writing. @returns the rows of each */
  write: (queries: Query[]) => Promise<Row[][]>
  now: Date
}

/** Work that is due at a certain time, not because of a change. */
export interface DueWork {
  name: string
  /**
   * Does a bounded amount of due work. Safe to repeat: what it queues and the mark that it did so are one batch,
   * conditional on the mark.
   * @returns when more work is due (a time in the past: immediately), or null for none
   */
  run(deps: DueWorkDeps): Promise<Date | null>
}
