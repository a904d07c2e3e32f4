import { and, asc, eq, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { dueFailures } from '../db/schema/index.ts'
import { settings } from '../env.ts'
import { isAppError } from '../errors.ts'
import { log } from '../log.ts'
import { forgetFailures, recordFailure } from './due-failures.ts'
import type { DueWorkDeps } from './due-work.ts'

/** Rows per run. If more are due, the next run follows immediately. */
const ROWS_PER_RUN = 25
/** Rows handled concurrently. */
const CONCURRENCY = 5

/** A table with rows that become due. */
export interface DueRows {
  /** Name of the work, in the log and with its failures. */
  readonly work: string
  readonly table: SQLiteTable
  /** Identifies a row. */
  readonly key: SQL<string>
  /** When a row is due; null for never. */
  readonly at: SQLiteColumn
  readonly where?: SQL | undefined
  /** Handles a row. Safe to repeat, also when the row has changed or is gone. */
  readonly handle: (key: string, db: Database) => Promise<void>
}

/**
 * Handles the rows that are due, oldest first. Reads only their keys, and handles each by itself, so that a row that is
 * too large or breaks its handler does not hold up the others: it is postponed.
 * @returns when the next row is due (a time in the past: immediately), or null for none
 * @throws AppError `busy` when the database does not answer, which is not the fault of a row
 */
export async function handleDueRows(rows: DueRows, { env, write, now }: DueWorkDeps): Promise<Date | null> {
  const { work, table, key, at, where, handle } = rows
  const db = openDatabase(settings(env), noTrips())
  const time = now.toISOString()
  const isTried = or(isNull(dueFailures.next_at), lte(dueFailures.next_at, time))
  const [due, [next]] = await db.batch([
    db
      .select({ key: key.as('key'), tries: sql<number>`coalesce(${dueFailures.tries}, 0)`.as('tries') })
      .from(table)
      .leftJoin(dueFailures, and(eq(dueFailures.work, work), eq(dueFailures.row_key, key)))
      .where(and(lte(at, time), where, isTried))
      .orderBy(asc(at))
      .limit(ROWS_PER_RUN),
    db
      .select({ at: min(at).as('at') })
      .from(table)
      .where(and(gt(at, time), where)),
  ])
  const handleRow = async (row: (typeof due)[number]): Promise<void> => {
    try {
      await handle(row.key, db)
      if (row.tries > 0) await write([forgetFailures(work, row.key)])
    } catch (error) {
      if (isAppError(error, 'busy')) throw error
      const message = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
      log('due-row.failed', { work, tries: row.tries + 1, error: message })
      await write([recordFailure(work, row.key, row.tries, message, now)])
    }
  }
  for (let i = 0; i < due.length; i += CONCURRENCY) await Promise.all(due.slice(i, i + CONCURRENCY).map(handleRow))
  if (due.length === ROWS_PER_RUN) return now
  return typeof next?.at === 'string' ? new Date(next.at) : null
}
