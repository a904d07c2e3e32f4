import { and, asc, eq, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { dueFailures } from '../db/schema/index.ts'
import { settings } from '../../env.ts'
import { log } from '../log.ts'
import { type Attempt, forgetAttempts, noteError, recordAttempts } from './due-failures.ts'
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
  /** Whose row it is. Owners take turns. */
  readonly owner: SQL<string>
  /** When a row is due; null for never. */
  readonly at: SQLiteColumn
  readonly where?: SQL | undefined
  /** Handles a row. Safe to repeat, also when the row has changed or is gone. */
  readonly handle: (key: string, db: Database) => Promise<void>
}

/**
 * Selects the keys of due rows that are not postponed: of each owner the oldest, then the second ones, and so on. Also
 * selects the time at which the next row is due.
 */
function readDue(db: Database, work: string, { table, key, owner, at, where }: DueTable, now: string) {
  const due = db
    .select({
      key: key.as('key'),
      tries: sql<number>`coalesce(${dueFailures.tries}, 0)`.as('tries'),
      at: sql`${at}`.as('at'),
      turn: sql<number>`row_number() OVER (PARTITION BY ${owner} ORDER BY ${at})`.as('turn'),
    })
    .from(table)
    .leftJoin(dueFailures, and(eq(dueFailures.work, work), eq(dueFailures.row_key, key)))
    .where(and(lte(at, now), where, or(isNull(dueFailures.next_at), lte(dueFailures.next_at, now))))
    .as('due')
  return db.batch([
    db
      .select({ key: due.key, tries: due.tries })
      .from(due)
      .orderBy(asc(sql`${due.turn}`), asc(sql`${due.at}`))
      .limit(ROWS_PER_RUN),
    db
      .select({ at: min(at).as('at') })
      .from(table)
      .where(and(gt(at, now), where)),
  ])
}

/**
 * Handles the rows that are due. Reads only their keys, and handles each by itself: a row that is too large, takes too
 * long or breaks its handler is postponed, and does not hold up the others. An attempt is recorded before it is made,
 * so that this holds even if it ends the process.
 * @returns when the next row is due (a time in the past: immediately), or null for none; postponed rows are found by
 *   the next alarm
 */
export async function handleDueRows(work: string, table: DueTable, deps: DueWorkDeps): Promise<Date | null> {
  const { env, write, now } = deps
  const db = openDatabase(settings(env), noTrips())
  const [due, [next]] = await readDue(db, work, table, now.toISOString())
  if (due.length > 0) await write([recordAttempts(work, due, now)])
  const handled: string[] = []
  const failed: { key: string; error: string }[] = []
  const handleRow = async ({ key, tries }: Attempt): Promise<void> => {
    try {
      await table.handle(key, db)
      handled.push(key)
    } catch (error) {
      const message = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
      log('due-row.failed', { work, tries: tries + 1, error: message })
      failed.push({ key, error: message })
    }
  }
  for (let i = 0; i < due.length; i += CONCURRENCY) await Promise.all(due.slice(i, i + CONCURRENCY).map(handleRow))
  if (due.length > 0)
    await write([forgetAttempts(work, handled), ...failed.map(({ key, error }) => noteError(work, key, error))])
  if (due.length === ROWS_PER_RUN) return now
  return typeof next?.at === 'string' ? new Date(next.at) : null
}
