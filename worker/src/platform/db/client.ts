import { createClient, type InStatement, LibsqlError, type ResultSet } from '@libsql/client/web'
import { ResultSetImpl } from '@libsql/core/util'
import { ResponseError, type RowsResult, type Stream } from '@libsql/hrana-client'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/web'
import { AppError } from '../../errors.ts'
import { log } from '../log.ts'
import { type DatabaseSettings, StreamPool } from './streams.ts'
import { bind, runTransaction } from './transaction.ts'

/** Read access to the database. Writes go through the Writer: see write.ts. */
export type Database = LibSQLDatabase

/** Round trips to the database and their total duration, for Server-Timing, the log and the tests of budgets. */
export interface Trips {
  reads: number
  writes: number
  /** Milliseconds. */
  ms: number
}

/** Returns counters at zero. */
export const noTrips = (): Trips => ({ reads: 0, writes: 0, ms: 0 })

/** Runs a round trip and adds its duration to `trips`. */
export async function timed<T>(trips: Trips, trip: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await trip()
  } finally {
    trips.ms += performance.now() - began
  }
}

/** Time after which an unanswered read fails. */
const READ_TIMEOUT_MS = 10_000

/** Error codes that concern the statement itself, not the connection or the disk. */
const STATEMENT_ERROR =
  /^RESPONSE_TOO_LARGE|^SQL(?!ITE_(BUSY|LOCKED|IOERR|FULL|NOMEM|CANTOPEN|PROTOCOL|CORRUPT|NOTADB|READONLY|INTERRUPT))/

/** Returns whether the database refused the statement itself. */
const isStatementError = (error: unknown): boolean =>
  (error instanceof ResponseError || error instanceof LibsqlError) && STATEMENT_ERROR.test(error.code ?? '')

/** @throws AppError `busy` when the database is unreachable, does not answer, or has a disk problem */
async function busyIfUnreachable<T>(trip: () => Promise<T>): Promise<T> {
  try {
    return await trip()
  } catch (error) {
    if (isStatementError(error)) throw error
    log('database.away', {
      error: error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown',
    })
    throw new AppError('busy', { retryAfter: 1 })
  }
}

/** Returns a result as the library's client does. */
export const toResultSet = (result: RowsResult): ResultSet =>
  new ResultSetImpl(
    result.columnNames.map((name) => name ?? ''),
    result.columnDecltypes.map((type) => type ?? ''),
    result.rows,
    result.affectedRowCount,
    result.lastInsertRowid,
  )

const pools = new Map<string, StreamPool>()

/** Returns the streams of this isolate to a database. */
function streamsTo(settings: DatabaseSettings): StreamPool {
  const pool = pools.get(settings.LIBSQL_URL) ?? new StreamPool(settings, READ_TIMEOUT_MS)
  pools.set(settings.LIBSQL_URL, pool)
  return pool
}

/** Opens the database for one request; `trips` counts its round trips. */
export function openDatabase(settings: DatabaseSettings, trips: Trips, streams = streamsTo(settings)): Database {
  const read = <T>(task: (stream: Stream) => Promise<T>) => {
    trips.reads++
    return timed(trips, () => busyIfUnreachable(() => streams.use(task)))
  }
  const client = createClient({ url: settings.LIBSQL_URL, authToken: settings.LIBSQL_TOKEN })
  // The library's client opens a stream for each request.
  client.execute = async (statement: InStatement) => toResultSet(await read((stream) => stream.query(bind(statement))))
  client.batch = async (statements: InStatement[]) =>
    (await read((stream) => runTransaction(stream, 'BEGIN READONLY', statements.map(bind)))).map(toResultSet)
  return drizzle({ client })
}
