import type { Client, InStatement } from '@libsql/client'
import { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core'
import { LibSQLSession } from 'drizzle-orm/libsql/session'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Settings } from '../env.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import { type EncodedStatement, Program } from './program.ts'
import { type DatabasePlace, send, type StatementResult } from './streams.ts'
import { encodeValue, rowsOf } from './values.ts'

/** The database as verbs read it. Writes go through the Writer: see write.ts. */
export type Database = LibSQLDatabase

/** Counts the round trips to the database, and how long they took together: for Server-Timing and for the test that holds the budget. */
export interface Trips {
  reads: number
  writes: number
  /** Milliseconds. */
  ms: number
}

/** Nothing spent yet. */
export const noTrips = (): Trips => ({ reads: 0, writes: 0, ms: 0 })

/** Adds to `trips` how long a round trip took. */
export async function timed<T>(trips: Trips, trip: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await trip()
  } finally {
    trips.ms += performance.now() - began
  }
}

/** A database that has not answered a read for so long is away, in milliseconds. */
const READ_PATIENCE_MS = 10_000

/** Codes of what the database found wrong with a statement: anything else went wrong on the way to it, or under it. */
const STATEMENT = /^SQL(?!ITE_(BUSY|LOCKED|IOERR|FULL|NOMEM|CANTOPEN|PROTOCOL))/

/** What the database said against a query. */
class QueryError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** @throws AppError `busy` where the database could not be reached, did not answer, or has no disk to work on */
async function answered<T>(trip: () => Promise<T>): Promise<T> {
  try {
    return await trip()
  } catch (error) {
    if (error instanceof QueryError && STATEMENT.test(error.code)) throw error
    log('database.away', {
      error: error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown',
    })
    throw new AppError('busy', { retryAfter: 1 })
  }
}

/** A statement as drizzle hands it over. */
type Query = Exclude<InStatement, string>

const encoded = ({ sql, args = [] }: Query): EncodedStatement => ({ sql, args: Object.values(args).map(encodeValue) })

/** One statement, or several in one snapshot, as one request of a stream. */
function requestFor(queries: readonly Query[]): string {
  const program = new Program()
  const statements = queries.map(encoded)
  const [only, ...others] = statements
  if (only && others.length === 0) program.add(only)
  else program.addTransaction('BEGIN READONLY', statements)
  return JSON.stringify(program)
}

/** Runs the queries in one round trip. @throws Error that says what the database said */
async function readAll(
  place: DatabasePlace,
  queries: readonly Query[],
  request: string,
  patience: number,
): Promise<StatementResult[]> {
  const [answer] = await send(place, [request], patience)
  if (answer?.type !== 'ok') throw new QueryError(answer?.error.message ?? 'no answer', answer?.error.code ?? '')
  const { step_results, step_errors } = answer.response.result
  const error = step_errors.find((e) => e !== null)
  if (error) throw new QueryError(error.message, error.code ?? '')
  const results = queries.length === 1 ? step_results : step_results.slice(1, queries.length + 1)
  return results.map((result) => result ?? { cols: [], rows: [] })
}

const DIALECT = new SQLiteAsyncDialect()

/** A database for one request; `trips` counts what it costs. */
export function openDatabase(
  settings: Pick<Settings, 'LIBSQL_URL' | 'LIBSQL_TOKEN'>,
  trips: Trips,
  patience: number = READ_PATIENCE_MS,
): Database {
  const place = { url: settings.LIBSQL_URL, token: settings.LIBSQL_TOKEN }
  const read = async (queries: readonly Query[]) => {
    trips.reads++
    const request = requestFor(queries)
    return timed(trips, () => answered(() => readAll(place, queries, request, patience)))
  }
  const client = {
    execute: async (query: Query) => ({ rows: (await read([query])).flatMap(rowsOf) }),
    batch: async (queries: readonly Query[]) => (await read(queries)).map((result) => ({ rows: rowsOf(result) })),
  }
  // All that drizzle's session asks of libSQL's client, which would open a stream for each question.
  const session = new LibSQLSession<Record<string, never>, Record<string, never>>(
    client as unknown as Client,
    DIALECT,
    undefined,
    {},
    undefined,
  )
  return new LibSQLDatabase('async', DIALECT, session, undefined)
}
