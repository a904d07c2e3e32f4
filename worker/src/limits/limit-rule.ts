/** How attempts are slowed down. Nothing is ever locked: the delay grows up to a bound, and quiet time takes attempts back. */
export interface LimitRule {
  /** Attempts without any delay. */
  free: number
  /** Quiet time that takes one attempt back, in milliseconds. */
  leakMs: number
  /** Delay after the free attempts, in milliseconds; it doubles with each further one. */
  baseMs: number
  /** The longest delay, in milliseconds. */
  capMs: number
}

/** The attempts of a key that were let through, as far as they have not been taken back, and when the last one was. */
export interface CountedAttempts {
  hits: number
  last: number
}

/** Whether one more attempt may be made at `now`, or in how many milliseconds; and how many it is then. */
export function judgeAttempt(
  before: CountedAttempts | undefined,
  rule: LimitRule,
  now: number,
): { wait: number; counted: number } {
  // A clock that has gone back must keep nobody waiting for as long.
  const quiet = before ? Math.max(0, now - before.last) : 0
  const hits = before ? Math.max(0, before.hits - quiet / rule.leakMs) : 0
  // How many attempts beyond the free ones this would be.
  const over = Math.ceil(hits + 1 - rule.free)
  const delay = over <= 0 ? 0 : Math.min(rule.capMs, rule.baseMs * 2 ** (over - 1))
  // Beyond the longest delay more attempts change nothing; they would only take longer to be taken back.
  const most = rule.free + Math.ceil(Math.log2(rule.capMs / rule.baseMs))
  return { wait: before ? Math.max(0, delay - quiet) : 0, counted: Math.min(hits + 1, most) }
}
