import { and, asc, eq, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { dueFailures } from '../db/schema/index.ts'
import { settings } from '../env.ts'
import { AppError, isAppError } from '../errors.ts'
import { log } from '../log.ts'
import { forgetFailures, recordFailure } from './due-failures.ts'
import type { DueWorkDeps } from './due-work.ts'

/** Rows per run. If more are due, the next run follows immediately. */
const ROWS_PER_RUN = 25
/** Rows handled concurrently. */
const CONCURRENCY = 5

/** A table with rows that become due. */
export interface DueTable {
  readonly table: SQLiteTable
  /** Identifies a row. */
  readonly key: SQL<string>
  /** When a row is due; null for never. */
  readonly at: SQLiteColumn
  readonly where?: SQL | undefined
  /** Handles a row. Safe to repeat, also when the row has changed or is gone. */
  readonly handle: (key: string, db: Database) => Promise<void>
}

interface DueRow {
  key: string
  /** Failed attempts. */
  tries: number
}

/** Selects the keys of the oldest due rows that are not postponed, and the time at which the next row is due. */
const readDue = (db: Database, work: string, { table, key, at, where }: DueTable, now: string) =>
  db.batch([
    db
      .select({ key: key.as('key'), tries: sql<number>`coalesce(${dueFailures.tries}, 0)`.as('tries') })
      .from(table)
      .leftJoin(dueFailures, and(eq(dueFailures.work, work), eq(dueFailures.row_key, key)))
      .where(and(lte(at, now), where, or(isNull(dueFailures.next_at), lte(dueFailures.next_at, now))))
      .orderBy(asc(at))
      .limit(ROWS_PER_RUN),
    db
      .select({ at: min(at).as('at') })
      .from(table)
      .where(and(gt(at, now), where)),
  ])

/**
 * Handles the rows that are due, oldest first. Reads only their keys, and handles each by itself: a row that is too
 * large or breaks its handler is postponed, and does not hold up the others.
 * @returns when the next row is due (a time in the past: immediately), or null for none; postponed rows are found by
 *   the next alarm
 * @throws AppError `busy` when the database does not answer
 */
export async function handleDueRows(work: string, table: DueTable, deps: DueWorkDeps): Promise<Date | null> {
  const { env, write, now } = deps
  const db = openDatabase(settings(env), noTrips())
  const [due, [next]] = await readDue(db, work, table, now.toISOString())
  const postpone = async ({ key, tries }: DueRow, error: unknown): Promise<void> => {
    const message = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    log('due-row.failed', { work, tries: tries + 1, error: message })
    await write([recordFailure(work, key, tries, message, now)])
  }
  const unanswered: DueRow[] = []
  const handleRow = async (row: DueRow): Promise<void> => {
    try {
      await table.handle(row.key, db)
      if (row.tries > 0) await write([forgetFailures(work, row.key)])
    } catch (error) {
      if (isAppError(error, 'busy')) unanswered.push(row)
      else await postpone(row, error)
    }
  }
  for (let i = 0; i < due.length; i += CONCURRENCY) await Promise.all(due.slice(i, i + CONCURRENCY).map(handleRow))
  // The database does not answer, or, if it did for other rows, these take too long.
  if (unanswered.length > 0 && unanswered.length === due.length) throw new AppError('busy')
  for (const row of unanswered) await postpone(row, new Error('The database did not answer in time.'))
  if (due.length === ROWS_PER_RUN) return now
  return typeof next?.at === 'string' ? new Date(next.at) : null
}
