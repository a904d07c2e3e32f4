/** What a receiver said that no other try will change: the row is set aside at once, and what stands behind it goes on. */
export class Refused extends Error {
  /** What it says about the address, where the receiver told: nothing more of a firm's mail goes there. */
  readonly problem: 'bounced' | 'complained' | undefined

  constructor(message: string, problem?: 'bounced' | 'complained') {
    super(message)
    this.problem = problem
  }
}

/**
 * What a receiver said that may go well later. `after`: not before so many milliseconds. `holdsAll`: the receiver takes nothing at all for
 * the moment, so the rest of its rows wait as long.
 */
export class NotNow extends Error {
  readonly after: number
  readonly holdsAll: boolean

  constructor(message: string, after = 0, holdsAll = false) {
    super(message)
    this.after = after
    this.holdsAll = holdsAll
  }
}
