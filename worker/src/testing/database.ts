import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client/http'
import { HttpServerError, ResponseError, type Stream } from '@libsql/hrana-client'
import { toResultSet } from '../platform/db/client.ts'
import { StreamPool } from '../platform/db/streams.ts'
import { bind, runTransaction } from '../platform/db/transaction.ts'

const TIMEOUT_MS = 60_000
const TOO_MANY_REQUESTS = 429

/**
 * Opens a database for tests. It keeps its streams, as the portal does: the server reads the whole schema for each new
 * one, which costs ten times as much as most statements.
 */
export function openTestDatabase(url: string): Client {
  const streams = new StreamPool({ LIBSQL_URL: url, LIBSQL_TOKEN: '' }, TIMEOUT_MS)
  /** Runs a task over a stream, again while the server has too many requests. */
  async function use<T>(task: (stream: Stream) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await streams.use(task)
      } catch (error) {
        if (error instanceof ResponseError) throw new LibsqlError(error.message, error.code ?? '')
        if (!(error instanceof HttpServerError && error.status === TOO_MANY_REQUESTS) || tries > 50) throw error
        await pause(tries)
      }
    }
  }
  const client = createClient({ url })
  client.execute = async (statement: InStatement) => toResultSet(await use((stream) => stream.query(bind(statement))))
  client.batch = async (statements: InStatement[], mode) => {
    const begin = mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN READONLY'
    return (await use((stream) => runTransaction(stream, begin, statements.map(bind)))).map(toResultSet)
  }
  return client
}
