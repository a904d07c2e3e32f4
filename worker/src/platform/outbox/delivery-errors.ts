/** A failure that retrying cannot fix: the row is set aside at once, and the rows behind it continue. */
export class PermanentFailure extends Error {
  /** What the receiver reported about the address; a firm's mail is no longer sent there. */
  readonly problem: 'bounced' | 'complained' | undefined

  constructor(message: string, problem?: 'bounced' | 'complained') {
    super(message)
    this.problem = problem
  }
}

/** A failure that is likely to be temporary: the row is retried. */
export class TemporaryFailure extends Error {
  /** Minimum delay before the next attempt, in milliseconds. */
  readonly delayMs: number
  /** Whether the receiver accepts nothing at the moment, so that its other rows wait as long. */
  readonly holdsAll: boolean

  constructor(message: string, delayMs = 0, holdsAll = false) {
    super(message)
    this.delayMs = delayMs
    this.holdsAll = holdsAll
  }
}
