import { createClient, LibsqlError } from '@libsql/client/web'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/web'
import type { Settings } from '../env.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'

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

/** @throws AppError `busy` where the database could not be reached, did not answer, or has no disk to work on */
async function answered<T>(trip: () => Promise<T>): Promise<T> {
  try {
    return await trip()
  } catch (error) {
    if (error instanceof LibsqlError && STATEMENT.test(error.code)) throw error
    log('database.away', { error: error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown' })
    throw new AppError('busy', { retryAfter: 1 })
  }
}

/** A database for one request; `trips` counts what it costs. */
export function openDatabase(
  settings: Pick<Settings, 'LIBSQL_URL' | 'LIBSQL_TOKEN'>,
  trips: Trips,
  patience: number = READ_PATIENCE_MS,
): Database {
  const client = createClient({
    url: settings.LIBSQL_URL,
    ...(settings.LIBSQL_TOKEN ? { authToken: settings.LIBSQL_TOKEN } : {}),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(patience) }),
  })
  const execute = client.execute.bind(client)
  const batch = client.batch.bind(client)
  client.execute = (...args: Parameters<typeof execute>) => {
    trips.reads++
    return timed(trips, () => answered(() => execute(...args)))
  }
  // libSQL begins a read batch DEFERRED: several statements, one snapshot, one round trip.
  client.batch = (statements) => {
    trips.reads++
    return timed(trips, () => answered(() => batch(statements, 'read')))
  }
  return drizzle(client)
}
