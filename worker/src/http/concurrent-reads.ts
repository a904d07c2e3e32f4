import type { SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'

/** A read that was canceled never ends: it stops counting after this time. */
const LEASE_MS = 15_000
const MAX_USERS = 10_000

/** The reads that a user waits for: when each began, in milliseconds. */
export class ConcurrentReads {
  private readonly byUser = new Map<string, Set<{ at: number }>>()

  /** Counts a read. Returns the function that ends it; undefined if the user waits for `most` already. */
  begin(userId: string, most: number, now: number): (() => void) | undefined {
    const reads = this.byUser.get(userId) ?? new Set()
    for (const read of reads) if (now - read.at > LEASE_MS) reads.delete(read)
    if (reads.size >= most) return undefined
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

/** Each isolate counts for itself. */
const concurrentReads = new ConcurrentReads()

/**
 * Limits how many answers one user may wait for at once (`READS_AT_ONCE`), because everybody shares the connections to
 * the database.
 * @returns the function to call when the answer is there
 * @throws AppError `too_many_requests`
 */
export function beginRead({ actor, settings }: SignedIn): () => void {
  const most = settings.READS_AT_ONCE
  if (most === 0) return () => undefined
  const end = concurrentReads.begin(actor.userId, most, Date.now())
  if (end) return end
  throw new AppError('too_many_requests', {
    title: 'Too many requests',
    detail: 'You ask for more at once than the portal answers. Please wait a second and try again.',
    retryAfter: 1,
  })
}
