import type { SignedIn } from '../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'

/** What a user may do at once, as a part of what they may do in a minute. */
const AT_ONCE = 1 / 4
/** Users that are remembered. Who has not written for a while has a full bucket again, and need not be. */
const MOST_USERS = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets by user. Each isolate counts for itself; a firm's share of the Writer's queue holds over all of them. */
const buckets = new Map<string, Bucket>()

/** Takes a token out of a bucket that holds `size` and fills up by `perMs`. @returns the milliseconds until there is one; 0 where it was taken */
export function takeToken(bucket: Bucket, now: number, size: number, perMs: number): number {
  bucket.tokens = Math.min(size, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
  bucket.at = now
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs)
  bucket.tokens--
  return 0
}

/**
 * Holds one user to a pace of changes (`WRITES_PER_MINUTE`), before anything of the request is read or queued.
 * @throws AppError `too_many_requests`
 */
export function limitWrites({ actor, settings }: SignedIn): void {
  const perMinute = settings.WRITES_PER_MINUTE
  if (perMinute === 0) return
  const now = Date.now()
  const size = Math.max(1, Math.ceil(perMinute * AT_ONCE))
  const bucket = buckets.get(actor.userId) ?? { tokens: size, at: now }
  buckets.delete(actor.userId)
  if (buckets.size >= MOST_USERS)
    for (const [oldest] of buckets) {
      buckets.delete(oldest)
      break
    }
  buckets.set(actor.userId, bucket)
  const wait = takeToken(bucket, now, size, perMinute / 60_000)
  if (wait > 0) throw limitExceeded('changes', wait)
}
