import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Bytes that a read of many rows returns before it stops. The database refuses responses over 10 MB and rows over 5 MB
 * (limits of sqld), so this and one more row always fit.
 */
const READ_BYTES = 2_000_000

/**
 * Returns a subquery for the keys of the oldest rows that one read can return: as many as fit in `READ_BYTES`, and at
 * least one.
 * @param candidates query for the rows, with the columns `key` (a number that grows with each row) and `bytes`
 */
export const keysWithinBudget = (candidates: SQLWrapper): SQL => sql`(
  SELECT key FROM (SELECT key, sum(bytes) OVER (ORDER BY key) - bytes AS before FROM (${candidates.getSQL()}))
  WHERE before < ${READ_BYTES})`

/** Returns the size of a text column in bytes. */
export const bytesOf = (column: SQLWrapper): SQL<number> => sql<number>`octet_length(${column})`

/** Returns whether a read stopped at its limit of rows or bytes, so that there may be more rows. */
export const mayHaveMore = (rows: readonly { bytes: number }[], limit: number): boolean =>
  rows.length >= limit || rows.reduce((sum, { bytes }) => sum + bytes, 0) >= READ_BYTES
