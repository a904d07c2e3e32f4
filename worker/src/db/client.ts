import type { Client, InStatement } from '@libsql/client'
import { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core'
import { LibSQLSession } from 'drizzle-orm/libsql/session'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Settings } from '../env.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import { type EncodedStatement, Program } from './program.ts'
import { type DatabaseAddress, send, type StatementResult } from './streams.ts'
import { encodeValue, rowsOf } from './values.ts'

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
const STATEMENT_ERROR = /^SQL(?!ITE_(BUSY|LOCKED|IOERR|FULL|NOMEM|CANTOPEN|PROTOCOL))/

/** An error that the database returned for a query. */
class QueryError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** @throws AppError `busy` when the database is unreachable, does not answer, or has a disk problem */
async function busyIfAway<T>(trip: () => Promise<T>): Promise<T> {
  try {
    return await trip()
  } catch (error) {
    if (error instanceof QueryError && STATEMENT_ERROR.test(error.code)) throw error
    log('database.away', {
      error: error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown',
    })
    throw new AppError('busy', { retryAfter: 1 })
  }
}

/** A statement as Drizzle passes it to the client. */
type Query = Exclude<InStatement, string>

const encoded = ({ sql, args = [] }: Query): EncodedStatement => ({ sql, args: Object.values(args).map(encodeValue) })

/** Returns one stream request for a single statement, or for several in one snapshot. */
function requestFor(queries: readonly Query[]): string {
  const program = new Program()
  const statements = queries.map(encoded)
  const [only, ...others] = statements
  if (only && others.length === 0) program.add(only)
  else program.addTransaction('BEGIN READONLY', statements)
  return JSON.stringify(program)
}

/** Runs the queries in one round trip. @throws QueryError with the database's message */
async function readAll(
  place: DatabaseAddress,
  queries: readonly Query[],
  request: string,
  timeoutMs: number,
): Promise<StatementResult[]> {
  const [answer] = await send(place, [request], timeoutMs)
  if (answer?.type !== 'ok') throw new QueryError(answer?.error.message ?? 'no answer', answer?.error.code ?? '')
  const { step_results, step_errors } = answer.response.result
  const error = step_errors.find((e) => e !== null)
  if (error) throw new QueryError(error.message, error.code ?? '')
  const results = queries.length === 1 ? step_results : step_results.slice(1, queries.length + 1)
  return results.map((result) => result ?? { cols: [], rows: [] })
}

const DIALECT = new SQLiteAsyncDialect()

/** Opens the database for one request; `trips` counts its round trips. */
export function openDatabase(
  settings: Pick<Settings, 'LIBSQL_URL' | 'LIBSQL_TOKEN'>,
  trips: Trips,
  timeoutMs: number = READ_TIMEOUT_MS,
): Database {
  const place = { url: settings.LIBSQL_URL, token: settings.LIBSQL_TOKEN }
  const read = async (queries: readonly Query[]) => {
    trips.reads++
    const request = requestFor(queries)
    return timed(trips, () => busyIfAway(() => readAll(place, queries, request, timeoutMs)))
  }
  const client = {
    execute: async (query: Query) => ({ rows: (await read([query])).flatMap(rowsOf) }),
    batch: async (queries: readonly Query[]) => (await read(queries)).map((result) => ({ rows: rowsOf(result) })),
  }
  // The part of libSQL's client that Drizzle uses. The client itself would open a stream for each query.
  const session = new LibSQLSession<Record<string, never>, Record<string, never>>(
    client as unknown as Client,
    DIALECT,
    undefined,
    {},
    undefined,
  )
  return new LibSQLDatabase('async', DIALECT, session, undefined)
}
