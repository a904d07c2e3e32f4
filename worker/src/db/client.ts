import { createClient } from '@libsql/client/web'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/web'
import type { Settings } from '../env.ts'

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

/** A database for one request; `trips` counts what it costs. */
export function openDatabase(settings: Settings, trips: Trips): Database {
  const client = createClient({ url: settings.LIBSQL_URL, ...(settings.LIBSQL_TOKEN ? { authToken: settings.LIBSQL_TOKEN } : {}) })
  const execute = client.execute.bind(client)
  const batch = client.batch.bind(client)
  client.execute = (...args: Parameters<typeof execute>) => {
    trips.reads++
    return timed(trips, () => execute(...args))
  }
  // libSQL begins a read batch DEFERRED: several statements, one snapshot, one round trip.
  client.batch = (statements) => {
    trips.reads++
    return timed(trips, () => batch(statements, 'read'))
  }
  return drizzle(client)
}
