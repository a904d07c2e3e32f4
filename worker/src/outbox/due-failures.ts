import { and, eq, lt, sql } from 'drizzle-orm'
import { dueFailures } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'

/** Milliseconds until a row is tried again after its first failure. The wait quadruples with each further failure. */
const FIRST_RETRY_MS = 5 * 60_000
const LONGEST_RETRY_MS = 86_400_000
/** A row that has failed this often counts as set aside: it is tried once a day. */
const SET_ASIDE_AFTER = 5
/** Days after which the failures of a row that is gone, or was never due again, are forgotten. */
const KEEP_DAYS = 30

/** Returns a query that counts a failed attempt and postpones the row. */
export function recordFailure(work: string, key: string, tries: number, error: string, now: Date): Query {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 4 ** tries)
  const failure = {
    tries: tries + 1,
    error,
    failed_at: now.toISOString(),
    next_at: new Date(now.getTime() + delay).toISOString(),
  }
  return build
    .insert(dueFailures)
    .values({ work, row_key: key, ...failure })
    .onConflictDoUpdate({ target: [dueFailures.work, dueFailures.row_key], set: failure })
}

/** Returns a query that forgets the failures of a row that was handled. */
export const forgetFailures = (work: string, key: string): Query =>
  build.delete(dueFailures).where(and(eq(dueFailures.work, work), eq(dueFailures.row_key, key)))

/** Returns a query that forgets old failures. */
export const deleteOldFailures = (now: Date): Query =>
  build
    .delete(dueFailures)
    .where(lt(dueFailures.failed_at, new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString()))

/** The number of rows that are set aside. */
export const setAsideCount = sql<number>`(
  SELECT count(*) FROM ${dueFailures} WHERE ${dueFailures.tries} >= ${SET_ASIDE_AFTER})`
