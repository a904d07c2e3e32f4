/**
 * How attempts are slowed down. Nothing is ever locked: the delay grows up to a maximum, and quiet time takes attempts
 * back.
 */
export interface LimitRule {
  /** Attempts without any delay. */
  free: number
  /** Quiet time that takes one attempt back, in milliseconds. */
  leakMs: number
  /** Delay after the free attempts, in milliseconds. It doubles with each further attempt. */
  baseMs: number
  /** The longest delay, in milliseconds. */
  capMs: number
}

/** The attempts of a key that count at the moment, and the time of the last one in milliseconds. */
export interface CountedAttempts {
  hits: number
  last: number
}

/** Returns how long the next attempt has to wait, in milliseconds, and the count after it. */
export function evaluateAttempt(
  before: CountedAttempts | undefined,
  rule: LimitRule,
  now: number,
): { wait: number; counted: number } {
  // A clock that was set back must not lengthen the wait.
  const quiet = before ? Math.max(0, now - before.last) : 0
  const hits = before ? Math.max(0, before.hits - quiet / rule.leakMs) : 0
  const beyondFree = Math.ceil(hits + 1 - rule.free)
  const delay = beyondFree <= 0 ? 0 : Math.min(rule.capMs, rule.baseMs * 2 ** (beyondFree - 1))
  // Counting beyond the longest delay would only make recovery slower.
  const maxHits = rule.free + Math.ceil(Math.log2(rule.capMs / rule.baseMs))
  return { wait: before ? Math.max(0, delay - quiet) : 0, counted: Math.min(hits + 1, maxHits) }
}
