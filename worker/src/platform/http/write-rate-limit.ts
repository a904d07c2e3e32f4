import type { SignedIn } from '../../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'
import { setNewest } from './set-newest.ts'

/** Size of a burst, as a fraction of the changes per minute. */
const BURST = 1 / 4
/** Most buckets kept. The bucket of a user who has been idle is full and can be dropped. */
const MAX_USERS = 10_000

interface Bucket {
  tokens: number
  at: number
}

/**
 * Token buckets by user id. Each isolate counts for itself; the Writer limits a firm's share of its queue across
 * isolates.
 */
const buckets = new Map<string, Bucket>()

/**
 * Takes a token from a bucket that holds `size` tokens and gains `perMs` per millisecond.
 * @returns the milliseconds until a token is available; 0 if one was taken
 */
export function takeToken(bucket: Bucket, now: number, size: number, perMs: number): number {
  bucket.tokens = Math.min(size, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
  bucket.at = now
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs)
  bucket.tokens--
  return 0
}

/**
 * Limits the changes per user (`WRITES_PER_MINUTE`), before the body is read.
 * @throws AppError `too_many_requests`
 */
export function limitWrites({ actor, settings }: SignedIn): void {
  const perMinute = settings.WRITES_PER_MINUTE
  if (perMinute === 0) return
  const now = Date.now()
  const size = Math.max(1, Math.ceil(perMinute * BURST))
  const bucket = buckets.get(actor.userId) ?? { tokens: size, at: now }
  setNewest(buckets, actor.userId, bucket, MAX_USERS)
  const wait = takeToken(bucket, now, size, perMinute / 60_000)
  if (wait > 0) throw limitExceeded('changes', wait)
}
