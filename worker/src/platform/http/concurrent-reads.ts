import type { SignedIn } from '../../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'
import { setNewest } from './set-newest.ts'

/** A canceled read is never ended, so it stops counting after this time. */
const LEASE_MS = 15_000
const MAX_USERS = 10_000
const RETRY_AFTER_MS = 1000

/** Counts the reads that each user is waiting for. */
export class ConcurrentReads {
  private readonly byUser = new Map<string, Set<{ at: number }>>()

  /** Starts a read. @returns a function that ends it, or undefined when the user has `max` reads open */
  begin(userId: string, max: number, now: number): (() => void) | undefined {
    const reads = this.byUser.get(userId) ?? new Set()
    for (const read of reads) if (now - read.at > LEASE_MS) reads.delete(read)
    if (reads.size >= max) return undefined
    const read = { at: now }
    reads.add(read)
    setNewest(this.byUser, userId, reads, MAX_USERS)
    return () => {
      reads.delete(read)
      if (reads.size === 0 && this.byUser.get(userId) === reads) this.byUser.delete(userId)
    }
  }
}

/** Reads in this isolate; each isolate counts for itself. */
const concurrentReads = new ConcurrentReads()

/**
 * Limits a user's concurrent reads (`READS_AT_ONCE`), because all users share the connections to the database.
 * @returns a cleanup function to call after the response
 * @throws AppError `too_many_requests`
 */
export function beginRead({ actor, settings }: SignedIn): () => void {
  const max = settings.READS_AT_ONCE
  if (max === 0) return () => undefined
  const end = concurrentReads.begin(actor.userId, max, Date.now())
  if (end) return end
  throw limitExceeded('reads', RETRY_AFTER_MS)
}
