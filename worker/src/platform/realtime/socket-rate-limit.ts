/** Messages that a tab may send at once, and the interval at which it may send one more. Typing needs far fewer. */
const BURST = 30
const REFILL_MS = 500
/** Messages ignored in a row before the socket is closed. */
const MAX_IGNORED = 1000
/** How often a tab is told that it sends too many messages. */
const REFUSE_EVERY_MS = 1000

interface Bucket {
  left: number
  /** When `left` was counted. */
  at: number
  ignored: number
  refusedAt: number
}

/** What to do with a message. `refuse`: ignore it and tell the tab. */
export type Verdict = 'accept' | 'refuse' | 'ignore' | 'close'

/**
 * Limits the messages of each socket. The counts are lost when the object hibernates, which it does not during a
 * flood.
 */
export class SocketRateLimit {
  private readonly buckets = new WeakMap<WebSocket, Bucket>()

  /** Counts a message and returns what to do with it. */
  check(socket: WebSocket, now: number): Verdict {
    const bucket = this.buckets.get(socket) ?? { left: BURST, at: now, ignored: 0, refusedAt: Number.NEGATIVE_INFINITY }
    this.buckets.set(socket, bucket)
    bucket.left = Math.min(BURST, bucket.left + Math.max(0, now - bucket.at) / REFILL_MS)
    bucket.at = now
    if (bucket.left === BURST) bucket.ignored = 0
    if (bucket.left >= 1) {
      bucket.left -= 1
      return 'accept'
    }
    bucket.ignored += 1
    if (bucket.ignored > MAX_IGNORED) return 'close'
    if (now - bucket.refusedAt < REFUSE_EVERY_MS) return 'ignore'
    bucket.refusedAt = now
    return 'refuse'
  }
}
