import type { SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'

/** A canceled read is never ended, so it stops counting after this time. */
const LEASE_MS = 15_000
const MAX_USERS = 10_000

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
    this.byUser.delete(userId)
    this.byUser.set(userId, reads)
    this.forgetOldest()
    return () => {
      reads.delete(read)
      if (reads.size === 0 && this.byUser.get(userId) === reads) this.byUser.delete(userId)
    }
  }

  private forgetOldest(): void {
    const [oldest] = this.byUser.size > MAX_USERS ? this.byUser.keys() : []
    if (oldest !== undefined) this.byUser.delete(oldest)
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
  throw new AppError('too_many_requests', {
    title: 'Too many requests',
    detail: 'You are sending too many requests at once. Please wait a second and try again.',
    retryAfter: 1,
  })
}
