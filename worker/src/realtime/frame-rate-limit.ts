/** What a tab may say: more than anybody's typing needs. Beyond it frames are passed over, and in the end the socket is closed. */
const BURST = 30
const EVERY_MS = 500
/** Frames passed over without a pause until it is no mishap any more. */
const PATIENCE = 1000
/** How often a tab is told that it says too much, in milliseconds. */
const TELL_EVERY_MS = 1000

interface Bucket {
  left: number
  /** When `left` was counted. */
  at: number
  passedOver: number
  toldAt: number
}

/** What to do with a frame. `refuse`: pass it over and say so. */
export type Verdict = 'take' | 'refuse' | 'pass over' | 'close'

/** Counts what each socket says. Forgotten when the object sleeps, which it does not while anybody floods it. */
export class FrameLimit {
  private readonly buckets = new WeakMap<WebSocket, Bucket>()

  /** Judges one more frame of a socket. */
  judge(socket: WebSocket, now: number): Verdict {
    const bucket = this.buckets.get(socket) ?? { left: BURST, at: now, passedOver: 0, toldAt: Number.NEGATIVE_INFINITY }
    this.buckets.set(socket, bucket)
    bucket.left = Math.min(BURST, bucket.left + Math.max(0, now - bucket.at) / EVERY_MS)
    bucket.at = now
    if (bucket.left === BURST) bucket.passedOver = 0
    if (bucket.left >= 1) {
      bucket.left -= 1
      return 'take'
    }
    bucket.passedOver += 1
    if (bucket.passedOver > PATIENCE) return 'close'
    if (now - bucket.toldAt < TELL_EVERY_MS) return 'pass over'
    bucket.toldAt = now
    return 'refuse'
  }
}
