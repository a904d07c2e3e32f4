import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { dueFailures } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'

/** Milliseconds until a row is tried again after its first failure. The wait quadruples with each further failure. */
const FIRST_RETRY_MS = 5 * 60_000
const LONGEST_RETRY_MS = 86_400_000
/** A row that has failed this often counts as set aside: it is tried once a day. */
const SET_ASIDE_AFTER = 5
/** Days after which the failures of a row that is gone, or was never due again, are forgotten. */
const KEEP_DAYS = 30

/** An attempt to handle a row. */
export interface Attempt {
  key: string
  /** Failed attempts before. */
  tries: number
}

/** Returns a query that counts attempts (at least one) as failed and postpones their rows, until they are forgotten. */
export function recordAttempts(work: string, attempts: readonly Attempt[], now: Date): Query {
  const rows = attempts.map(({ key, tries }) => ({
    work,
    row_key: key,
    tries: tries + 1,
    error: 'It was not finished.',
    failed_at: now.toISOString(),
    next_at: new Date(now.getTime() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 4 ** tries)).toISOString(),
  }))
  return build
    .insert(dueFailures)
    .values(rows)
    .onConflictDoUpdate({
      target: [dueFailures.work, dueFailures.row_key],
      set: {
        tries: sql`excluded.tries`,
        error: sql`excluded.error`,
        failed_at: sql`excluded.failed_at`,
        next_at: sql`excluded.next_at`,
      },
    })
}

/** Returns a query that forgets all attempts to handle rows. */
export const forgetAttempts = (work: string, keys: readonly string[]): Query =>
  build.delete(dueFailures).where(and(eq(dueFailures.work, work), inArray(dueFailures.row_key, [...keys])))

/** Returns a query that records why the last attempt to handle a row failed. */
export const noteError = (work: string, key: string, error: string): Query =>
  build
    .update(dueFailures)
    .set({ error })
    .where(and(eq(dueFailures.work, work), eq(dueFailures.row_key, key)))

/** Returns a query that forgets old failures. */
export const deleteOldFailures = (now: Date): Query =>
  build
    .delete(dueFailures)
    .where(lt(dueFailures.failed_at, new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString()))

/** The number of rows that are set aside. */
export const setAsideCount = sql<number>`(
  SELECT count(*) FROM ${dueFailures} WHERE ${dueFailures.tries} >= ${SET_ASIDE_AFTER})`
