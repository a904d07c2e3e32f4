import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { mailProblems, outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'
import type { Failure } from './deliver-rows.ts'

/** Attempts until a row is set aside: about a day with the growing delays. */
export const MAX_TRIES = 100
/** A text file for the portal's own bucket cannot be refused permanently, so it is retried until it succeeds. */
const NEVER_SET_ASIDE = 'document'

/** Returns queries that schedule the next attempt, or set the row aside after a permanent or the last failure. */
export function markFailed({ row, at, message, problem, holdsAll }: Failure, now: string): Query[] {
  const isDead = at === null || (row.tries + 1 >= MAX_TRIES && row.kind !== NEVER_SET_ASIDE)
  const next = at === null ? now : new Date(at).toISOString()
  // If next_at has changed, a retry was requested: keep it.
  const isUnchanged = eq(outbox.next_at, row.next_at)
  const retry = build
    .update(outbox)
    .set({
      // Holding back a mail does not count as an attempt.
      tries: sql`${outbox.tries} + ${row.problem ? 0 : 1}`,
      next_at: sql`iif(${isUnchanged}, ${next}, ${outbox.next_at})`,
      dead_at: sql`iif(${isUnchanged}, ${isDead ? now : null}, NULL)`,
      last_error: message,
    })
    .where(eq(outbox.seq, row.seq))
  if (at !== null && holdsAll) {
    const others = build
      .update(outbox)
      .set({ next_at: sql`max(${outbox.next_at}, ${next})` })
      .where(
        and(
          eq(outbox.recipient, row.recipient),
          ne(outbox.seq, row.seq),
          isNull(outbox.done_at),
          isNull(outbox.dead_at),
        ),
      )
    return [retry, others]
  }
  if (!problem) return [retry]
  const remember = build
    .insert(mailProblems)
    .values({ email: sql`lower(${row.recipient.slice('mail:'.length)})`, kind: problem, reason: message, at: now })
    .onConflictDoUpdate({
      target: [mailProblems.email, mailProblems.firm_id],
      set: { kind: problem, reason: message, at: now },
    })
  return [retry, remember]
}
